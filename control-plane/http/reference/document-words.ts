/** What stands over each group of operations. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Templates: 'What scenes are made from. A template has layers; a scene fills them.',
  Projects: 'A video in the making: a brand, a title and scenes of one aspect ratio.',
  Scenes: 'The parts of a project, in their order. Each is one template with its parameters and its narration.',
  Publish: 'Renders the scenes that changed and makes one video of all of them.',
  Exports: 'The finished videos and their downloads.',
  Brands: 'Logo, colours, fonts and tone, which fill the layers that a scene leaves unset.',
  Browse: 'Live pages in a browser of the farm, driven step by step, with sign-ins that stay with their person.',
  Media: 'The library: music and voices.',
  Account: 'Whose key or web session it is.',
  'API keys': 'The keys of the account: made, limited, rotated, revoked.',
  Billing: 'Credits: the balance, its movements and what is on sale.',
  Storyboards: 'Drafts of whole videos, from a prompt to a body for POST /projects.',
  Narration: 'One continuous spoken take over the whole video.',
};

/** What parameters of these names mean, where their schema does not say. */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  id: 'The id of the record',
  projectId: 'The id of the project',
  sceneId: 'The id of the scene',
  exportId: 'The id of the export',
  page: 'Which page, from 1',
  limit: 'How many entries a page has',
  aspectRatio: 'Only templates of this aspect ratio',
  category: 'Only templates of this category',
  search: 'Words that must all occur in what describes the template',
  beat: 'Only templates that fit this beat of a story',
  requiresUiCapture: 'Only templates that need a captured page, or only ones that do not',
  maxSeconds: 'Only templates that are no longer than this',
  tag: 'Only templates with this tag',
  sort: 'The order of the entries',
  status: 'Only entries with this status',
  sandbox: 'Only projects of the sandbox, or only others',
  wait: 'How many seconds the answer may wait for news',
  'if-match': 'The revision that the change is meant for (`"7"`); another one is refused with 409',
  'idempotency-key': 'Makes a repeated request safe: for 24 hours the same key with the same body answers the same',
  'last-event-id': 'The last event that was received: the stream goes on behind it',
  includeInactive: 'Also revoked and expired keys',
};

/** What an error of this status means in general. */
export const statusDescriptions: Readonly<Record<string, string>> = {
  '200': 'Done',
  '201': 'Created',
  '400': 'The request is wrong; `details` name every problem',
  '401': 'The key is missing, invalid, expired or revoked, or nobody is signed in',
  '402': 'Too few credits, or the monthly cap of the key is reached',
  '403': 'The key or the plan does not allow this',
  '404': 'There is no such thing, or it is not yours',
  '405': 'The address does not take this method',
  '409': 'It changed meanwhile, or the request contradicts an earlier one',
  '413': 'The body is larger than 1 MiB',
  '415': 'The body is not JSON',
  '429': 'Too many requests, or an allowance is used up',
  '500': 'A fault of ours',
  '503': 'Not able to take this now',
};
