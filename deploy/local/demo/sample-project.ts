/** The project that the demo makes: a launch film for Norra, a calendar that does not exist. */
export const sampleTitle = 'Norra: take back your week';

/** A mark of two arcs around a point; drawn here so that the demo needs no file and no network. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 96" width="1440" height="384">
  <g fill="none" stroke="#6D5DF6" stroke-width="11" stroke-linecap="round">
    <path d="M14 60a34 34 0 0 1 68 0"/><path d="M31 60a17 17 0 0 1 34 0"/>
  </g>
  <circle cx="48" cy="74" r="8" fill="#FF8A5B"/>
  <g fill="none" stroke="#6D5DF6" stroke-width="10" stroke-linecap="round" stroke-linejoin="round">
    <path d="M112 76V26l36 50V26"/><circle cx="192" cy="58" r="18"/>
    <path d="M232 76V40m0 16c2-11 9-16 20-16"/><path d="M268 76V40m0 16c2-11 9-16 20-16"/>
    <circle cx="318" cy="58" r="18"/><path d="M336 40v36"/>
  </g>
</svg>`;

export const sampleBrand = {
  name: 'Norra',
  logoUrl: `data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}`,
  primaryColor: '#6D5DF6',
  secondaryColor: '#FF8A5B',
};

export interface SampleScene {
  readonly templateId: string;
  readonly title: string;
  readonly voiceoverText: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

export const sampleScenes: readonly SampleScene[] = [
  {
    templateId: 'big-claim',
    title: 'Hook',
    voiceoverText: 'Your calendar is full. Your day is not.',
    parameters: { headline: 'Your calendar is full. Your day is not.', eyebrow: 'Meet Norra' },
  },
];
