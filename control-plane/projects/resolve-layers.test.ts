import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { storedImage } from '../test/stored-image.ts';
import { type LayerInputs, resolveLayers } from './resolve-layers.ts';

const brand = {
  name: 'Acme',
  logo: storedImage('a'),
  primaryColor: '#112233',
  secondaryColor: null,
  fonts: { heading: null, body: null },
  origin: null,
};
const noTexts = { sceneTitle: null, narration: null, projectTitle: null };
const resolve = (layers: Parameters<typeof manifestWith>[0], more: Partial<LayerInputs> = {}) =>
  resolveLayers({
    manifest: manifestWith(layers),
    parameters: {},
    images: {},
    captures: {},
    brand: null,
    texts: noTexts,
    fontFamilies: ['Inter'],
    ...more,
  });

test('a value of every type becomes the value that crosses the wire', () => {
  const { values } = resolve(
    {
      text: { type: 'text' },
      number: { type: 'number' },
      boolean: { type: 'boolean' },
      color: { type: 'color' },
      choice: { type: 'dropdown' },
      font: { type: 'font' },
      picture: { type: 'image' },
    },
    {
      parameters: {
        text: 'A',
        number: 2,
        boolean: false,
        color: 'rgb(255, 0, 0)',
        choice: 'dark',
        font: 'Inter',
        picture: 'https://example.com/a.png',
      },
      images: { picture: storedImage('b') },
    },
  );
  expect(values).toEqual({
    text: { type: 'text', text: 'A' },
    number: { type: 'number', number: 2 },
    boolean: { type: 'boolean', boolean: false },
    color: { type: 'color', hex: '#ff0000' },
    choice: { type: 'option', value: 'dark' },
    font: { type: 'font', family: 'Inter' },
    picture: { type: 'image', ...storedImage('b') },
  });
});

test('the parameter comes before the brand, the brand before the default', () => {
  const layers = { color: { type: 'color', brandRole: 'primaryColor', defaultValue: '#FFF' } } as const;
  expect(resolve(layers, { brand, parameters: { color: '#000' } }).values).toEqual({
    color: { type: 'color', hex: '#000000' },
  });
  expect(resolve(layers, { brand })).toMatchObject({
    values: { color: { type: 'color', hex: '#112233' } },
    autoFilled: ['color'],
  });
  expect(resolve(layers)).toMatchObject({ values: { color: { type: 'color', hex: '#ffffff' } }, autoFilled: [] });
});

test('S46: the fallback text comes before the default of an optional text, and a blank default stays blank', () => {
  const texts = { ...noTexts, projectTitle: 'Launch' };
  const layers = {
    headline: { type: 'text', required: true },
    sample: { type: 'text', defaultValue: 'Your text' },
    open: { type: 'longText', defaultValue: null },
    blank: { type: 'text', defaultValue: '' },
  } as const;
  expect(resolve(layers, { texts }).values).toEqual({
    headline: { type: 'text', text: 'Launch' },
    sample: { type: 'text', text: 'Launch' },
    open: { type: 'text', text: 'Launch' },
    blank: { type: 'text', text: '' },
  });
  expect(resolve(layers).values).toEqual({
    sample: { type: 'text', text: 'Your text' },
    blank: { type: 'text', text: '' },
  });
});

test('S46: a required text without a source is missing, even where the template has a sample of it', () => {
  const layers = { headline: { type: 'text', required: true, defaultValue: 'Your headline' } } as const;
  expect(resolve(layers)).toMatchObject({ values: {}, missingText: ['headline'] });
  expect(resolve(layers, { parameters: { headline: '  ' } }).missingText).toEqual(['headline']);
});

test('a blank text that a caller set on an optional layer stays blank', () => {
  const { values } = resolve(
    { sample: { type: 'text', defaultValue: 'Your text' } },
    { parameters: { sample: '' }, texts: { ...noTexts, sceneTitle: 'A' } },
  );
  expect(values).toEqual({ sample: { type: 'text', text: '' } });
});

test('required layers of other types are missing where nothing gives them a value', () => {
  const { missingValues, missingText } = resolve({
    count: { type: 'number', required: true },
    shown: { type: 'boolean', required: true, defaultValue: true },
    portrait: { type: 'avatar', required: true },
  });
  expect({ missingValues, missingText }).toEqual({ missingValues: ['count', 'portrait'], missingText: [] });
});

test('S38: an unset logo layer lacks the logo of a brand without one', () => {
  const layers = { logo: { type: 'logo' } } as const;
  expect(resolve(layers, { brand: { ...brand, logo: null } }).missingLogo).toEqual(['logo']);
  expect(resolve(layers).missingLogo).toEqual([]);
  const own = { parameters: { logo: 'https://example.com/a.png' }, images: { logo: storedImage('c') } };
  expect(resolve(layers, { brand: { ...brand, logo: null }, ...own }).missingLogo).toEqual([]);
});

test('a picture that is named but not stored is told, and not drawn by the brand instead', () => {
  const parameters = { logo: 'https://example.com/a.png' };
  expect(resolve({ logo: { type: 'logo' } }, { brand, parameters })).toMatchObject({
    values: {},
    autoFilled: [],
    missingImages: ['logo'],
  });
});

test('S39: what a caller sent for a locked layer is not drawn', () => {
  const layers = { badge: { type: 'dropdown', locked: true, defaultValue: 'new' } } as const;
  expect(resolve(layers, { parameters: { badge: 'old' } }).values).toEqual({ badge: { type: 'option', value: 'new' } });
});
