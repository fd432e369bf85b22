/** S83: the longest address that a browser is sent to. */
export const maxUrlLength = 4_000;

/** What is wrong with an address that a browser should open; null where it may be tried. Where it leads is checked when it is dialled. */
export const pageUrlProblem = (text: string): string | null => {
  if (text.length > maxUrlLength) return `Give an address of at most ${maxUrlLength} characters.`;
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return 'Give a full address, such as https://example.com/pricing.';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https pages can be opened.';
  if (url.username !== '' || url.password !== '') return 'The address must carry no user name or password.';
  return null;
};
