import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

interface Common {
  readonly label: string;
  /** Below the field, always there. */
  readonly hint?: ReactNode;
  /** What is wrong with it; takes the place of the hint and is read out. */
  readonly problem?: string | null;
  /** At the right end of the label: `12 / 60`. */
  readonly aside?: ReactNode;
  readonly hideLabel?: boolean;
}

interface FieldFrameProps extends Common {
  readonly children: (wiring: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** Label, control, hint or problem, wired together. For controls of your own; the fields below use it. */
export const FieldFrame = ({ label, hint, problem, aside, hideLabel = false, children }: FieldFrameProps) => {
  const id = useId();
  const says = problem ?? hint;
  const describedBy = says === undefined || says === null ? undefined : `${id}-says`;
  return (
    <div className="ui-field">
      <div className={hideLabel ? 'visually-hidden' : 'ui-field-head'}>
        <label htmlFor={id}>{label}</label>
        {aside === undefined ? null : <span className="ui-field-aside">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': problem ? true : undefined })}
      {describedBy === undefined ? null : (
        <p
          id={describedBy}
          className={problem ? 'ui-field-problem' : 'ui-field-hint'}
          role={problem ? 'alert' : undefined}
        >
          {says}
        </p>
      )}
    </div>
  );
};

interface TextFieldProps
  extends Common,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id' | 'className'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

export const TextField = ({ label, hint, problem, aside, hideLabel, value, onChange, ...rest }: TextFieldProps) => (
  <FieldFrame {...{ label, hint, problem, aside, hideLabel }}>
    {(wiring) => (
      <input
        type="text"
        {...rest}
        {...wiring}
        className="ui-input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FieldFrame>
);

interface TextAreaProps extends Common {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly onBlur?: () => void;
}

/** Grows with its text. */
export const TextArea = ({
  label,
  hint,
  problem,
  aside,
  hideLabel,
  value,
  onChange,
  rows = 3,
  ...rest
}: TextAreaProps) => (
  <FieldFrame {...{ label, hint, problem, aside, hideLabel }}>
    {(wiring) => (
      <textarea
        {...rest}
        {...wiring}
        rows={rows}
        style={{ minHeight: `calc(${rows} * 1.4em + 16px)` }}
        className="ui-input ui-textarea"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FieldFrame>
);

interface SelectFieldProps extends Common {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  readonly disabled?: boolean;
}

export const SelectField = ({
  label,
  hint,
  problem,
  aside,
  hideLabel,
  value,
  onChange,
  options,
  ...rest
}: SelectFieldProps) => (
  <FieldFrame {...{ label, hint, problem, aside, hideLabel }}>
    {(wiring) => (
      <select
        {...rest}
        {...wiring}
        className="ui-input ui-select"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </FieldFrame>
);

interface SwitchFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly disabled?: boolean;
}

export const SwitchField = ({ label, hint, value, onChange, disabled }: SwitchFieldProps) => {
  const id = useId();
  return (
    <div className="ui-switch-field">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="ui-switch"
        checked={value}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-says`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : (
          <p id={`${id}-says`} className="ui-field-hint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
};

interface ColorFieldProps extends Common {
  /** #rrggbb, or empty where none is set. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** A well to pick from, and the same as text. */
export const ColorField = ({
  label,
  hint,
  problem,
  aside,
  value,
  onChange,
  disabled,
  placeholder = '#2b50d8',
}: ColorFieldProps) => (
  <FieldFrame {...{ label, hint, problem, aside }}>
    {(wiring) => (
      <div className="ui-color">
        <input
          type="color"
          aria-label={`${label}: pick`}
          disabled={disabled}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#ffffff'}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          type="text"
          {...wiring}
          className="ui-input"
          disabled={disabled}
          placeholder={placeholder}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    )}
  </FieldFrame>
);
