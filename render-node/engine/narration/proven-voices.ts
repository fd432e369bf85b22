import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { conditionSpeech, speechRateHz } from './condition-speech.ts';
import { espeakEngine } from './espeak-engine.ts';
import { festivalEngine, fliteEngine } from './program-engine.ts';
import { speechShape } from './speech-shape.ts';
import type { VoiceEngine } from './voice-engine.ts';

export interface ProvenVoice {
  readonly engine: VoiceEngine;
  readonly voice: Voice;
}

/** The voices of this node that were heard speaking. */
export interface ProvenVoices {
  /** For the node's capabilities. */
  readonly voiceIds: readonly string[];
  find(voiceId: string): ProvenVoice | null;
}

/** Every engine that this node might have; those that need a program are dropped where it is missing or mute. */
export const installedEngines: readonly VoiceEngine[] = [espeakEngine, festivalEngine, fliteEngine];

const isHeard = async (engine: VoiceEngine, folder: string, signal: AbortSignal): Promise<boolean> => {
  const [voice] = engine.voices;
  if (voice === undefined) return false;
  try {
    const raw = await engine.speak('Ready.', voice, { signal, speed: 1, folder, fileStem: engine.name });
    const pcmPath = join(folder, `${engine.name}.f32`);
    const { samples } = await conditionSpeech({ filePath: raw.filePath, pcmPath, tempo: 1 }, signal);
    const { sound } = speechShape(samples, speechRateHz);
    return sound !== null && sound.endSeconds - sound.startSeconds > 0.2;
  } catch {
    signal.throwIfAborted();
    return false;
  }
};

/** Lets each engine say a word and believes only those that are heard: a program on PATH may lack its voice files. */
export const proveVoices = async (engines: readonly VoiceEngine[], signal: AbortSignal): Promise<ProvenVoices> => {
  const folder = await mkdtemp(join(tmpdir(), 'voices-'));
  try {
    const heard = await Promise.all(engines.map((engine) => isHeard(engine, folder, signal)));
    const proven = engines
      .filter((_, index) => heard[index])
      .flatMap((engine) => engine.voices.map((voice) => ({ engine, voice })));
    return {
      voiceIds: proven.map(({ voice }) => voice.id),
      find: (voiceId) => proven.find(({ voice }) => voice.id === voiceId) ?? null,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
