import { type ComponentProps, useState } from 'react';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { saysTheSame } from './typed-text.ts';

/**
 * The text of a field that saves itself while somebody types: what was typed stays as it was typed, although the farm
 * answers it without the blank at its end, where the next word goes.
 */
const useTyped = (value: string, onChange: (text: string) => void) => {
  const [typed, setTyped] = useState(value);
  return {
    value: saysTheSame(typed, value) ? typed : value,
    onChange: (text: string): void => {
      setTyped(text);
      onChange(text);
    },
  };
};

export const TypedTextField = ({ value, onChange, ...rest }: ComponentProps<typeof TextField>) => (
  <TextField {...rest} {...useTyped(value, onChange)} />
);

export const TypedTextArea = ({ value, onChange, ...rest }: ComponentProps<typeof TextArea>) => (
  <TextArea {...rest} {...useTyped(value, onChange)} />
);
