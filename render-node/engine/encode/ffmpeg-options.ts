/** `{ 'c:v': 'libx264', crf: 19 }` -> `['-c:v', 'libx264', '-crf', '19']`, in the order written. */
export const ffmpegOptions = (options: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}`, String(value)]);

/** The picture is BT.709 in limited range; without these tags players guess by size, and some guess BT.601. */
export const bt709Tags = {
  color_range: 'tv',
  colorspace: 'bt709',
  color_primaries: 'bt709',
  color_trc: 'bt709',
} as const;
