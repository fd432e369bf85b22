import { useEffect } from 'react';

let count = 0;

/** Whether leaving the page now would lose something that was typed. */
export const hasUnsavedWork = (): boolean => count > 0;

/** While `isUnsaved`, the browser asks before the page is left, and an ended session does not send anybody away. */
export const useUnsavedWork = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    count += 1;
    addEventListener('beforeunload', ask);
    return () => {
      count -= 1;
      removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved]);
};
