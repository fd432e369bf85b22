export const brandProbePlaceholder = (): null => null;
