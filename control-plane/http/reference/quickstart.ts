import { webSignIn } from './web-sign-in.ts';

/** A shell command of the quickstart: the reference prints it, and it was run as it stands. */
export interface QuickstartStep {
  readonly title: string;
  readonly text: string;
  readonly command: string;
}

/** From nothing to a file, for a shell in which `KEY` and `BASE` are set. */
export const quickstartSteps: readonly QuickstartStep[] = [
  {
    title: 'See what there is to make a scene from',
    text: 'Templates are data: each has layers that a scene fills.',
    command: `curl -sS "$BASE/templates?aspectRatio=16:9" -H "X-API-Key: $KEY"`,
  },
  {
    title: 'Create a project',
    text: 'One project is one video. The answer has the id of the project.',
    command: `curl -sS "$BASE/projects" -H "X-API-Key: $KEY" -H "Content-Type: application/json" -d '{
  "title": "Norra: take back your week",
  "brand": { "name": "Norra", "primaryColor": "#6d5df6", "secondaryColor": "#f25bb5" },
  "scenes": [
    {
      "templateId": "big-claim",
      "voiceoverText": "Being busy is not the same as done.",
      "parameters": { "headline": "Busy is not the same as done.", "eyebrow": "Meet Norra" }
    },
    {
      "templateId": "counting-statistic",
      "voiceoverText": "That is eleven hours back, every week.",
      "parameters": { "value": 11, "suffix": "h", "label": "won back, every week" }
    }
  ]
}' | tee project.json
PROJECT=$(grep -o 'prj_[0-9a-f]*' project.json | head -n 1)`,
  },
  {
    title: 'Publish it',
    text: 'This renders every scene and joins them, with music and the spoken narration.',
    command: `curl -sS "$BASE/projects/$PROJECT/publish" -H "X-API-Key: $KEY" -H "Content-Type: application/json" -d '{ "quality": "720p" }'`,
  },
  {
    title: 'Wait for it',
    text: 'With `wait` the answer comes as soon as something has changed.',
    command: `until curl -sS "$BASE/projects/$PROJECT/publish/status?wait=20" -H "X-API-Key: $KEY" > status.json
      grep -qE '"phase":"(completed|failed|render_failed|idle)"' status.json
do grep -oE '"message":"[^"]*"' status.json | head -n 1; done
EXPORT=$(grep -o 'exp_[0-9a-f]*' status.json | head -n 1)`,
  },
  {
    title: 'Download it',
    text: 'The address is good for five minutes and needs no key.',
    command: `URL=$(curl -sS "$BASE/exports/$EXPORT/download" -H "X-API-Key: $KEY" | grep -oE '"url":"[^"]*"' | cut -d '"' -f 4)
curl -sS "$URL" -o video.mp4 && ls -l video.mp4`,
  },
];

const stepText = ({ title, text, command }: QuickstartStep, index: number): string =>
  `### ${index + 1}. ${title}\n\n${text}\n\n\`\`\`bash\n${command}\n\`\`\`\n`;

/** The introduction of the reference: a video with curl, and what every request has in common. */
export const introduction = (
  baseUrl: string,
): string => `Reelyard makes videos from templates. You list templates, create a project of scenes, publish it, and get one file.

## Quickstart: a video with curl

\`npm start\` prints the address and the keys of your farm; they are in its \`access.json\` too. Everything below is run in one shell:

\`\`\`bash
BASE=${baseUrl}
KEY=svc_live_…
\`\`\`

${quickstartSteps.map(stepText).join('\n')}
Change a scene (\`PATCH /projects/{projectId}/scenes/{sceneId}\`) and publish again: only what changed is rendered.

## What every request has in common

- **Addresses** are relative to \`{base_url}\`, here \`${baseUrl}\`.
- **Keys** go into \`X-API-Key\` or \`Authorization: Bearer\`. \`svc_live_\` keys spend credits. \`svc_test_\` keys work in a sandbox: nothing is charged, videos are watermarked and at most 720p, and they see only their own projects.
- **Answers** are \`{"success": true, "data": …, "meta": …}\`. \`meta.requestId\` names the request when you report a problem; \`meta.warnings\` says what was changed or left out on your behalf; lists have \`meta.pagination\`.
- **Errors** are flat: \`statusCode\`, \`error\`, \`message\` for people, \`code\` for programs, \`requestId\`, and \`details\` with the place of every problem. With \`Accept: application/problem+json\` they come as RFC 9457.
- **Unknown fields** in a body are refused, because a typo would cost credits. Unknown query parameters are ignored.
- **Limits**: 120 requests a minute for each key, 10 for publish and render start. A refused request says in \`Retry-After\` when to come back.
- **Changes** inside \`v2\` only ever add: new fields, new operations, new values of open lists.

${webSignIn}`;
