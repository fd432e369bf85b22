import { duckingExpression, type SpokenSpan } from './ducking.ts';
import { loopCrossfadeSeconds, type MusicSource, musicParts } from './music-plan.ts';

/** All sounds are mixed at this rate, in 32-bit float, so that nothing clips before the level is set. */
export const mixRateHz = 48_000;

export interface PlacedEffect {
  readonly filePath: string;
  readonly atSeconds: number;
  /** Loudest momentary loudness of the file. */
  readonly momentaryLufs: number;
}

export interface MixRequest {
  readonly totalSeconds: number;
  readonly music: (MusicSource & { readonly filePath: string; readonly integratedLufs: number }) | null;
  /** The take and when it speaks; it is mono at `integratedLufs` where it speaks. */
  readonly voice: {
    readonly filePath: string;
    readonly spoken: readonly SpokenSpan[];
    readonly integratedLufs: number;
  } | null;
  readonly effects: readonly PlacedEffect[];
}

export interface MixPlan {
  /** Input files in order; input 0 of the graph is the silence that gives the mix its length. */
  readonly inputs: readonly string[];
  /** Filtergraph whose output is labelled `mix`. */
  readonly filter: string;
}

/** The programme's own level in the mix; the soundtrack's loudness pass lifts it to the target afterwards. */
const programmeLufs = -20;
/** The bed alone between lines, and how much lower it lies under the voice: 14 dB under it in all (12–16 wanted). */
const bedUnderVoiceDb = 5;
const duckDepthDb = 9;
/** −21 LUFS once the programme is at −14 (−24 to −18 wanted). */
const effectUnderProgrammeDb = 7;
const endFadeSeconds = 1.5;

const seconds = (value: number): string => value.toFixed(6);
const decibels = (value: number): string => `${value.toFixed(2)}dB`;

interface Branch {
  readonly inputs: readonly string[];
  readonly chains: readonly string[];
  readonly outputs: readonly string[];
}

const musicBranch = (request: MixRequest, firstInput: number): Branch => {
  const { music, voice, totalSeconds } = request;
  if (music === null) return { inputs: [], chains: [], outputs: [] };
  const parts = musicParts(music, totalSeconds);
  const chains = parts.map(
    ({ startSeconds, endSeconds }, index) =>
      `[${firstInput + index}:a]aformat=sample_rates=${mixRateHz}:channel_layouts=stereo,` +
      `atrim=start=${seconds(startSeconds)}:end=${seconds(endSeconds)},asetpts=PTS-STARTPTS[part${index}]`,
  );
  let joined = 'part0';
  for (let index = 1; index < parts.length; index += 1) {
    const name = `joined${index}`;
    chains.push(`[${joined}][part${index}]acrossfade=d=${loopCrossfadeSeconds}:c1=tri:c2=tri[${name}]`);
    joined = name;
  }
  const level = programmeLufs - music.integratedLufs - (voice === null ? 0 : bedUnderVoiceDb);
  // Short frames make the ramp of the expression fine: 256 samples are 0.25 dB on the steepest of them.
  const duck =
    voice === null
      ? []
      : [`asetnsamples=n=256:p=0`, `volume=eval=frame:volume='${duckingExpression(voice.spoken, duckDepthDb)}'`];
  const fade = Math.min(endFadeSeconds, totalSeconds / 2);
  const shape = [
    `volume=${decibels(level)}`,
    ...duck,
    `afade=t=out:st=${seconds(totalSeconds - fade)}:d=${seconds(fade)}:curve=qsin`,
  ];
  chains.push(`[${joined}]${shape.join(',')}[music]`);
  return { inputs: parts.map(() => music.filePath), chains, outputs: ['music'] };
};

const voiceBranch = ({ voice }: MixRequest, input: number): Branch => {
  if (voice === null) return { inputs: [], chains: [], outputs: [] };
  // The same signal on two channels is 3 dB louder than on one.
  const level = programmeLufs - voice.integratedLufs - 3.01;
  const chain = `[${input}:a]pan=stereo|c0=c0|c1=c0,aresample=${mixRateHz},volume=${decibels(level)}[voice]`;
  return { inputs: [voice.filePath], chains: [chain], outputs: ['voice'] };
};

const effectsBranch = (request: MixRequest, firstInput: number): Branch => {
  const effects = request.effects.filter(({ atSeconds }) => atSeconds < request.totalSeconds);
  const files = [...new Set(effects.map(({ filePath }) => filePath))];
  const chains: string[] = [];
  const outputs: string[] = [];
  for (const [fileIndex, filePath] of files.entries()) {
    const cues = effects.filter((effect) => effect.filePath === filePath);
    const copies = cues.map((_, index) => `[raw${fileIndex}_${index}]`).join('');
    const format = `aformat=sample_rates=${mixRateHz}:channel_layouts=stereo`;
    chains.push(`[${firstInput + fileIndex}:a]${format},asplit=${cues.length}${copies}`);
    for (const [index, { atSeconds, momentaryLufs }] of cues.entries()) {
      const level = programmeLufs - effectUnderProgrammeDb - momentaryLufs;
      const delay = `adelay=delays=${Math.round(atSeconds * mixRateHz)}S:all=1`;
      const name = `effect${fileIndex}_${index}`;
      chains.push(`[raw${fileIndex}_${index}]volume=${decibels(level)},${delay}[${name}]`);
      outputs.push(name);
    }
  }
  return { inputs: files, chains, outputs };
};

/**
 * Music, voice and effects as one filtergraph, exactly `totalSeconds` long: music looped or trimmed with a fade at its
 * end and lowered while somebody speaks, the voice in the middle, effects at their times. Null where nothing sounds.
 */
export const audioMix = (request: MixRequest): MixPlan | null => {
  const music = musicBranch(request, 1);
  const voice = voiceBranch(request, 1 + music.inputs.length);
  const effects = effectsBranch(request, 1 + music.inputs.length + voice.inputs.length);
  const branches = [music, voice, effects];
  const outputs = branches.flatMap((branch) => branch.outputs);
  if (outputs.length === 0) return null;
  const labels = ['0:a', ...outputs].map((name) => `[${name}]`).join('');
  const mix = `${labels}amix=inputs=${outputs.length + 1}:normalize=0:duration=first:dropout_transition=0`;
  const exact = `atrim=end_sample=${Math.round(request.totalSeconds * mixRateHz)}`;
  return {
    inputs: branches.flatMap((branch) => branch.inputs),
    filter: [...branches.flatMap((branch) => branch.chains), `${mix},${exact}[mix]`].join(';'),
  };
};
