/** The project that the demo makes: a launch film for Norra, a calendar that does not exist. */
export const sampleTitle = 'Norra: take back your week';

/** A mark of two arcs around a point; drawn here so that the demo needs no file and no network. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 96" width="1440" height="384">
  <g fill="none" stroke="#6D5DF6" stroke-width="11" stroke-linecap="round">
    <path d="M14 60a34 34 0 0 1 68 0"/><path d="M31 60a17 17 0 0 1 34 0"/>
  </g>
  <circle cx="48" cy="74" r="8" fill="#F25BB5"/>
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
  secondaryColor: '#F25BB5',
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
    title: 'Busy is not done',
    voiceoverText: 'Being busy is not the same as done.',
    parameters: {
      headline: 'Busy is not the same as done.',
      eyebrow: 'Meet Norra',
      subline: 'The calendar that gives your week back to the work that matters.',
    },
  },
  {
    templateId: 'problem-strikes',
    title: 'What eats the week',
    voiceoverText: 'Calls and pings eat the week, one hour at a time.',
    parameters: {
      headline: 'What eats a working week',
      item1: 'Back-to-back meetings',
      item2: 'Pings in mid-thought',
      item3: 'Plans that last an hour',
    },
  },
  {
    templateId: 'feature-grid',
    title: 'A calendar that defends your focus',
    voiceoverText: 'Norra guards your best hours and keeps the noise out.',
    parameters: {
      headline: 'A calendar that defends your focus',
      icon1: 'clock',
      title1: 'Focus first',
      body1: 'Your best hours are booked before any meeting can be.',
      icon2: 'shield',
      title2: 'Quiet by default',
      body2: 'Messages wait until you come up for air.',
      icon3: 'chart',
      title3: 'An honest plan',
      body3: 'What slips moves by itself, and you see what it cost.',
    },
  },
  {
    templateId: 'counting-statistic',
    title: 'Eleven hours back',
    voiceoverText: 'That is eleven hours back, every single week.',
    parameters: {
      value: 11,
      suffix: 'h',
      style: 'gradient',
      label: 'of deep work won back, every week',
      detail: 'Median of the first 2,400 teams on Norra',
    },
  },
  {
    templateId: 'logo-outro',
    title: 'Take back your week',
    voiceoverText: 'Norra. Take back your week.',
    parameters: { tagline: 'Take back your week.', address: 'norra.example' },
  },
];
