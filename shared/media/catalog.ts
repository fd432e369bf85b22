import { fileURLToPath } from 'node:url';
import type { Track, Voice } from '../contracts/music.ts';
import type { SoundEffect } from '../contracts/template.ts';

const license = 'Apache-2.0';
const attribution = 'Music from the Reelyard library, no credit required';

/** The music that ships with the farm (S68). Composed in code: shared/media/compose. */
export const tracks: readonly Track[] = [
  {
    id: 'trk_clear-horizon',
    title: 'Clear Horizon',
    artist: 'Reelyard',
    durationSeconds: 87.86,
    bpm: 112,
    tones: ['confident', 'energetic', 'playful'],
    genres: ['electronic', 'corporate', 'pop'],
    license,
    attribution,
    loopable: true,
    fileName: 'clear-horizon.m4a',
  },
  {
    id: 'trk_slow-morning',
    title: 'Slow Morning',
    artist: 'Reelyard',
    durationSeconds: 88.57,
    bpm: 84,
    tones: ['calm', 'warm', 'serious'],
    genres: ['ambient', 'acoustic', 'piano'],
    license,
    attribution,
    loopable: true,
    fileName: 'slow-morning.m4a',
  },
];

/** Integrated loudness of every track's file. */
export const trackLufs = -16;

/** Loudest momentary loudness of every effect's file. */
export const effectLufs: Readonly<Record<SoundEffect, number>> = {
  whoosh: -13.6,
  tick: -24.6,
  pop: -18.1,
  riser: -14.7,
};

/** The part of a track that may be repeated: both ends lie on bar lines and sound alike, so that it goes round unheard. */
export interface TrackLoop {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

const barSecondsOf = (bpm: number): number => 240 / bpm;
const loops: Readonly<Record<string, TrackLoop>> = {
  'trk_clear-horizon': { startSeconds: 12 * barSecondsOf(112), endSeconds: 36 * barSecondsOf(112) },
  'trk_slow-morning': { startSeconds: 10 * barSecondsOf(84), endSeconds: 26 * barSecondsOf(84) },
};

export const findTrack = (trackId: string): Track | null => tracks.find((track) => track.id === trackId) ?? null;

/** Null where the track may not be repeated. */
export const loopOf = (trackId: string): TrackLoop | null => loops[trackId] ?? null;

const fileOf = (folder: string, name: string): string => fileURLToPath(new URL(`./${folder}/${name}`, import.meta.url));

/** Absolute path of a track's file (m4a, AAC, 48 kHz stereo, −16 LUFS). Throws on an id that is not in the catalog. */
export const trackPath = (trackId: string): string => {
  const track = findTrack(trackId);
  if (track === null) throw new Error(`no track ${trackId}`);
  return fileOf('music', track.fileName);
};

/** Absolute path of an effect (FLAC, 48 kHz stereo, peak −6 dBFS). */
export const effectPath = (effect: SoundEffect): string => fileOf('effects', `${effect}.flac`);

const espeakVoice = (id: string, name: string, language: string, locale: string, charsPerSecond: number): Voice => ({
  id,
  name,
  language,
  locale,
  gender: 'male',
  style: 'neutral',
  engine: 'espeak-ng',
  charsPerSecond,
});

/** What speaks where no other voice was asked for. */
export const defaultVoiceId = 'voi_english-us';

/** The voices that every node can speak with, because they ship with the farm (S69). */
export const voices: readonly Voice[] = [
  espeakVoice(defaultVoiceId, 'Emerson', 'en', 'en-US', 14),
  espeakVoice('voi_english-gb', 'Alden', 'en', 'en-GB', 14.2),
  espeakVoice('voi_german', 'Konrad', 'de', 'de-DE', 14.3),
  espeakVoice('voi_spanish', 'Mateo', 'es', 'es-ES', 14),
  espeakVoice('voi_french', 'Lucien', 'fr', 'fr-FR', 15.3),
  espeakVoice('voi_italian', 'Dario', 'it', 'it-IT', 14.4),
  espeakVoice('voi_portuguese-br', 'Caio', 'pt', 'pt-BR', 13),
  espeakVoice('voi_dutch', 'Joris', 'nl', 'nl-NL', 13.9),
  espeakVoice('voi_polish', 'Tomek', 'pl', 'pl-PL', 12.1),
];

/**
 * Better voices, where a node has their program on PATH or an operator's speech endpoint: a node names those that it
 * proved in its capabilities.
 */
export const optionalVoices: readonly Voice[] = [
  {
    id: 'voi_english-us-slt',
    name: 'Selma',
    language: 'en',
    locale: 'en-US',
    gender: 'female',
    style: 'natural',
    engine: 'festival',
    charsPerSecond: 16.3,
  },
  {
    id: 'voi_english-us-slt-small',
    name: 'Selma (small)',
    language: 'en',
    locale: 'en-US',
    gender: 'female',
    style: 'natural',
    engine: 'flite',
    charsPerSecond: 14.5,
  },
  {
    id: 'voi_studio',
    name: 'Studio',
    language: 'en',
    locale: 'en-US',
    gender: 'neutral',
    style: 'natural',
    engine: 'speech-endpoint',
    charsPerSecond: 14,
  },
];

/** Any voice that the farm knows, whether or not a node can speak with it now. */
export const findVoice = (voiceId: string): Voice | null =>
  [...voices, ...optionalVoices].find((voice) => voice.id === voiceId) ?? null;
