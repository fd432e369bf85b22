import type { Tool } from './tool.ts';
import { accountTools } from './tools/account.ts';
import { browsingTools } from './tools/browsing.ts';
import { captureTools } from './tools/captures.ts';
import { libraryTools } from './tools/library.ts';
import { narrationTools } from './tools/narration.ts';
import { projectTools } from './tools/projects.ts';
import { publishingTools } from './tools/publishing.ts';
import { storyboardTools } from './tools/storyboard.ts';

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  ...libraryTools,
  ...storyboardTools,
  ...projectTools,
  ...captureTools,
  ...browsingTools,
  ...narrationTools,
  ...publishingTools,
  ...accountTools,
];
