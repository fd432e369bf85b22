import { expect, test } from 'vitest';
import { encoderCatalog } from './catalog.ts';
import { chunkArgs, joinArgs, joinList } from './ffmpeg-args.ts';
import { rungFor } from './ladder.ts';

test.each([...encoderCatalog])('the arguments of $name at 1080p', (encoder) => {
  const args = chunkArgs(encoder, rungFor(1920, 1080, 30, encoder.codec), 'chunk.mp4');
  expect(args.join(' ')).toMatchSnapshot();
});

test('chunks are joined by stream copy with the index in front', () => {
  expect(joinArgs('list', 'h264', 'out.mp4').join(' ')).toMatchInlineSnapshot(
    `"-f concat -safe 1 -i list -map 0:v:0 -c copy -map_metadata -1 -video_track_timescale 90000 -movflags +faststart -f mp4 out.mp4"`,
  );
  expect(joinArgs('list', 'vp9', 'out.webm').join(' ')).toMatchInlineSnapshot(
    `"-f concat -safe 1 -i list -map 0:v:0 -c copy -map_metadata -1 -cues_to_front 1 -f webm out.webm"`,
  );
});

test('the list states each chunk’s duration to the microsecond', () => {
  const chunks = [
    { name: 'a.mp4', frameCount: 60 },
    { name: 'b.mp4', frameCount: 61 },
  ];
  expect(joinList(chunks, 30)).toBe(
    'ffconcat version 1.0\nfile a.mp4\nduration 2.000000\nfile b.mp4\nduration 2.033333\n',
  );
});
