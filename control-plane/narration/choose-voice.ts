import type { Voice } from '@reelyard/shared/contracts/music.ts';
import type { Problem } from '../http/refusal.ts';
import { matchingVoices } from '../media/media-search.ts';

/** S54: the voice that a request names, else the one that the project keeps, else the farm's. */
export const voiceIdOf = (
  requestedId: string | undefined,
  project: { readonly voiceId: string | null },
  defaultVoiceId: string,
): string => requestedId ?? project.voiceId ?? defaultVoiceId;

export interface VoiceWish {
  readonly voiceId?: string | undefined;
  readonly language?: string | undefined;
}

export interface VoiceOffer {
  /** Those that can be spoken now. */
  readonly voices: readonly Voice[];
  /** What the project keeps; null where nothing was chosen yet. */
  readonly keptVoiceId: string | null;
  readonly defaultVoiceId: string;
}

export interface VoiceChoice {
  /** The one that speaks; where there are problems, the one that was meant. */
  readonly voiceId: string;
  readonly problems: readonly Problem[];
}

const ofLanguage = (language: string, { voices, keptVoiceId, defaultVoiceId }: VoiceOffer): VoiceChoice => {
  const speaking = matchingVoices(voices, language);
  const withId = (voiceId: string | null) => speaking.find(({ id }) => id === voiceId);
  const voice = withId(keptVoiceId) ?? withId(defaultVoiceId) ?? speaking[0];
  if (voice) return { voiceId: voice.id, problems: [] };
  const languages = [...new Set(voices.map((each) => each.language))].toSorted();
  const message = `No voice speaks "${language}"; GET /media/voices lists them. They speak ${languages.join(', ')}.`;
  const problem = { path: 'language', code: 'LANGUAGE_NOT_SPOKEN', message, allowed: languages };
  return { voiceId: keptVoiceId ?? defaultVoiceId, problems: [problem] };
};

/**
 * N37: the voice of a narration that is asked for by itself. A language alone picks one that speaks it: the one that the
 * project keeps, else the farm's own, else the first.
 */
export const chooseVoice = (wish: VoiceWish, offer: VoiceOffer): VoiceChoice => {
  const { language } = wish;
  if (wish.voiceId === undefined && language !== undefined) return ofLanguage(language, offer);
  const voiceId = voiceIdOf(wish.voiceId, { voiceId: offer.keptVoiceId }, offer.defaultVoiceId);
  const refused = (path: string, code: string, message: string): VoiceChoice => ({
    voiceId,
    problems: [{ path, code, message }],
  });
  const voice = offer.voices.find(({ id }) => id === voiceId);
  if (!voice) {
    const message =
      wish.voiceId === undefined
        ? `The project keeps the voice ${voiceId}, which nobody can speak with now. Name another: GET /media/voices lists them.`
        : 'There is no such voice; GET /media/voices lists them.';
    return refused('voiceId', 'VOICE_NOT_FOUND', message);
  }
  if (language === undefined || matchingVoices([voice], language).length > 0) return { voiceId, problems: [] };
  const message = `The voice ${voiceId} speaks ${voice.locale}. Leave the language out, or name a voice of GET /media/voices?language=${encodeURIComponent(language)}.`;
  return refused('language', 'VOICE_LANGUAGE_DIFFERS', message);
};
