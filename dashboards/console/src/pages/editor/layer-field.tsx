import { RotateCcw } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { ColorField, SelectField, SwitchField } from '../../ui/fields.tsx';
import styles from './fields.module.css';
import { ImageField } from './image-field.tsx';
import { type LayerMeta, type LayerValue, valueProblem } from './scene-draft.ts';
import { TypedTextArea, TypedTextField } from './typed-fields.tsx';

interface LayerFieldProps {
  readonly layerKey: string;
  readonly meta: LayerMeta;
  /** undefined: not set */
  readonly value: string | number | boolean | undefined;
  readonly isFromBrand: boolean;
  /** What fills an empty text. */
  readonly filler: string;
  /** What the farm said of it. */
  readonly refused: string | null;
  readonly onChange: (value: LayerValue) => void;
}

const text = (value: string | number | boolean | null | undefined): string =>
  value === undefined || value === null ? '' : String(value);

/** One layer of a template as the field that its type calls for. */
export const LayerField = ({ layerKey, meta, value, isFromBrand, filler, refused, onChange }: LayerFieldProps) => (
  <div data-layer={layerKey} className={styles.layer}>
    {fieldOf({ meta, value, isFromBrand, filler, refused, onChange })}
  </div>
);

const fieldOf = ({ meta, value, isFromBrand, filler, refused, onChange }: Omit<LayerFieldProps, 'layerKey'>) => {
  const { label, type, validation, description, options = [], required } = meta;
  const problem = valueProblem(meta, value ?? null) ?? refused;
  const isSet = value !== undefined;
  switch (type) {
    case 'text':
    case 'longText': {
      const written = text(value);
      const field = {
        label: required ? label : `${label} (optional)`,
        hint: description,
        problem,
        value: written,
        placeholder: text(meta.defaultValue) || (required ? filler : ''),
        aside:
          validation.maxLength === undefined ? undefined : `${Array.from(written).length} / ${validation.maxLength}`,
        onChange: (next: string) => onChange(next === '' ? null : next),
      };
      return type === 'text' && (validation.maxLines ?? 1) === 1 ? (
        <TypedTextField {...field} />
      ) : (
        <TypedTextArea {...field} rows={type === 'longText' ? 3 : 2} />
      );
    }
    case 'number':
      return (
        <TypedTextField
          label={label}
          hint={description}
          problem={problem}
          type="number"
          inputMode="decimal"
          min={validation.min}
          max={validation.max}
          step={validation.step ?? 'any'}
          placeholder={text(meta.defaultValue)}
          value={text(value)}
          onChange={(next) => onChange(next === '' || !Number.isFinite(Number(next)) ? null : Number(next))}
        />
      );
    case 'boolean':
      return (
        <SwitchField
          label={label}
          hint={description}
          value={(value ?? meta.defaultValue) === true}
          onChange={onChange}
        />
      );
    case 'dropdown':
    case 'font':
      return (
        <SelectField
          label={label}
          hint={isFromBrand && !isSet ? 'Comes from the brand.' : description}
          problem={problem}
          value={isFromBrand && !isSet ? '' : text(value ?? meta.defaultValue)}
          options={[...(isFromBrand ? [{ value: '', label: 'From the brand' }] : []), ...options]}
          onChange={(next) => onChange(next === '' ? null : next)}
        />
      );
    case 'color':
      return (
        <div className={styles.withReset}>
          <ColorField
            label={label}
            hint={isSet ? description : isFromBrand ? 'Comes from the brand. Pick one to change it here.' : description}
            problem={problem}
            value={text(value)}
            placeholder={isFromBrand ? 'From the brand' : text(meta.defaultValue) || 'None'}
            onChange={(next) => onChange(next === '' ? null : next)}
          />
          {isSet ? (
            <IconButton icon={RotateCcw} label={`${label}: back to what it was`} onClick={() => onChange(null)} />
          ) : null}
        </div>
      );
    default:
      return (
        <ImageField meta={meta} value={value ?? null} isFromBrand={isFromBrand} problem={problem} onChange={onChange} />
      );
  }
};
