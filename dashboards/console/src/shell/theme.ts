import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
const storageKey = 'reelyard.theme';

const stored = (): Theme => {
  const value = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === value) ?? 'system';
};
let current: Theme = stored();
const listeners = new Set<() => void>();

const show = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};
show(current);

export const setTheme = (theme: Theme): void => {
  current = theme;
  localStorage.setItem(storageKey, theme);
  show(theme);
  for (const listener of listeners) listener();
};

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => current,
  );
