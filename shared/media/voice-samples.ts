import { fileURLToPath } from 'node:url';

/** What each voice says of itself in its sample (S69); render-node/engine/narration/render-voice-samples.ts speaks it. */
export const voiceSampleTexts: Readonly<Record<string, string>> = {
  'voi_english-us': 'Every launch begins with one clear sentence. This is how yours could sound.',
  'voi_english-gb': 'Every launch begins with one clear sentence. This is how yours could sound.',
  voi_german: 'Jeder Start beginnt mit einem klaren Satz. So könnte Ihrer klingen.',
  voi_spanish: 'Cada lanzamiento empieza con una frase clara. Así podría sonar la tuya.',
  voi_french: 'Chaque lancement commence par une phrase claire. Voici comment la vôtre pourrait sonner.',
  voi_italian: 'Ogni lancio comincia con una frase chiara. Ecco come potrebbe suonare la tua.',
  'voi_portuguese-br': 'Todo lançamento começa com uma frase clara. É assim que a sua pode soar.',
  voi_dutch: 'Elke lancering begint met één heldere zin. Zo zou de jouwe kunnen klinken.',
  voi_polish: 'Każda premiera zaczyna się od jednego jasnego zdania. Tak może zabrzmieć twoje.',
};

/** Absolute path of a voice's sample (m4a, AAC, mono); null for a voice that only some nodes have. */
export const voiceSamplePath = (voiceId: string): string | null =>
  Object.hasOwn(voiceSampleTexts, voiceId) ? fileURLToPath(new URL(`./voices/${voiceId}.m4a`, import.meta.url)) : null;
