import { expect, test } from 'vitest';
import { type FfmpegEnd, ffmpegFailure } from './ffmpeg-failure.ts';

const exited = (over: Partial<Extract<FfmpegEnd, { kind: 'exited' }>>): FfmpegEnd => ({
  kind: 'exited',
  stage: 'encode',
  stderr: '',
  code: 1,
  killedBy: null,
  ...over,
});

test.each<[string, FfmpegEnd, object]>([
  ['a full disk', exited({ stderr: 'av_write: No space left on device' }), { blame: 'node', code: 'DISK_FULL' }],
  ['a kill by the kernel', exited({ killedBy: 'SIGKILL' }), { blame: 'node', code: 'OUT_OF_MEMORY' }],
  ['no memory', exited({ stderr: 'Cannot allocate memory' }), { blame: 'node', code: 'OUT_OF_MEMORY' }],
  ['a crash', exited({ killedBy: 'SIGSEGV' }), { blame: 'engine', code: 'FFMPEG_CRASHED' }],
  ['a refusal', exited({ code: 234 }), { blame: 'engine', code: 'FFMPEG_FAILED' }],
  ['a stall', { kind: 'stalled', stage: 'assemble', stderr: '' }, { blame: 'node', stage: 'assemble' }],
  ['no program', { kind: 'unstartable', stage: 'encode', stderr: '' }, { blame: 'node', code: 'FFMPEG_UNSTARTABLE' }],
])('B10: %s has its blame and may be tried again', (_name, end, failure) => {
  expect(ffmpegFailure(end).failure).toMatchObject({ ...failure, retryable: true });
});

test('the last twenty lines are kept for operators', () => {
  const stderr = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n');
  expect(ffmpegFailure(exited({ stderr })).failure.diagnostics).toMatch(/^line 30\n[\s\S]*line 49$/);
});
