import { expect, test } from 'vitest';
import { languageOf, phrasesOf, withName } from './phrases.ts';

test.each([
  ['The oven is from 1932 and we bake at night', 'en'],
  ['Wir backen jede Nacht und das Brot ist frisch', 'de'],
  ['Nous cuisons le pain avec vous dans la nuit', 'fr'],
  ['El pan es para todos y con amor', 'es'],
  ['Il pane è fresco e fatto per voi con amore', 'it'],
  ['O pão é para você e não falta', 'pt'],
  ['Het brood is vers en wij bakken niet overdag', 'nl'],
  ['مخبز الواحة يقدم خبزًا', 'ar'],
  ['نان تازه هر روز پخته می‌شود', null],
  ['Наш хлеб свежий', 'ru'],
  ['Наш хліб свіжий і смачний', null],
  ['小さなコーヒー店です', 'ja'],
  ['每天现烤面包', 'zh'],
  ['Bakery', 'en'],
  ['Bäckerei', null],
  ['Taze ekmek her sabah firindan cikar gelir', null],
  ['🚀', null],
])('"%s" is taken for %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

test('a name is put in as it is', () => {
  expect(withName(phrasesOf('en').meet, "$& O'Hara")).toBe("Meet $& O'Hara.");
});
