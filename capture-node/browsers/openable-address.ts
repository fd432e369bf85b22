/** RULE: whether an address may stand in a tab: http and https, nothing else (D5). */
export const isOpenableAddress = (address: string): boolean => {
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
};
