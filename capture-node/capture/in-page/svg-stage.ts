export const svgStagePlaceholder = (): null => null;
