/** What an address names a heading of the runbook by: small letters, dashes for spaces. */
export const runbookAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
