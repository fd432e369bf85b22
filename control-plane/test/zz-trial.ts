import { readFileSync } from 'node:fs';
import { agentClient } from './agent-client.ts';
const access = JSON.parse(readFileSync('/tmp/mcp-farm/access.json','utf8'));
for (const mode of [{pin:'2026-07-28'} as const, 'legacy' as const]) {
  const agent = await agentClient(access.mcpUrl.replace('/mcp',''), { authorization: `Bearer ${access.testKey}` }, mode);
  console.log(agent.client.getNegotiatedProtocolVersion?.(), agent.client.getInstructions()?.slice(0,60));
  const t0 = performance.now();
  await agent.client.listTools(); console.log('list ms', performance.now()-t0);
  if (mode === 'legacy') { const r = await agent.call('video_account'); console.log(r.text); await agent.close(); continue; }
  const d = await agent.call('video_draft_storyboard', { prompt: 'Acme plans your week in one minute. Teams save four hours. Try it free.', maxScenes: 3, targetDurationSeconds: 10 });
  console.log(d.text, d.readBytes);
  const c = await agent.call('video_create_project', d.facts.createArguments);
  console.log(c.text, c.readBytes);
  const projectId = c.facts.projectId;
  const p = await agent.call('video_plan_publish', { projectId, quality: '720p' });
  console.log(p.text);
  const pub = await agent.call('video_publish', { projectId, planId: p.facts.planId });
  console.log(pub.text);
  for (let i=0;i<10;i++) {
    const w = await agent.client.callTool({ name: 'video_wait', arguments: { projectId, timeoutSeconds: 50 } }, { onprogress: (x) => console.log('progress', x.progress, x.message), resetTimeoutOnProgress: true });
    console.log(JSON.stringify(w.structuredContent)); console.log(JSON.stringify(w.content).slice(0,600));
    if ((w.structuredContent as any).settled) { const v = await fetch((w.structuredContent as any).videoUrl); console.log(v.status, v.headers.get('content-type'), (await v.arrayBuffer()).byteLength); break; }
  }
  const b = await agent.call('video_browse_open', { url: 'https://example.com/' }); console.log(b.text.slice(0,400));
  const a = await agent.call('video_account'); console.log(a.text);
  await agent.close();
}
