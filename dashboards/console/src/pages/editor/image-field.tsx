import { ImagePlus, Link2, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldFrame, TextField } from '../../ui/fields.tsx';
import styles from './fields.module.css';
import { pictureSourceOf } from './picture-source.ts';
import { pictureOf } from './picture-upload.ts';
import type { LayerMeta, LayerValue } from './scene-draft.ts';

const defaultTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];

interface ImageFieldProps {
  readonly meta: LayerMeta;
  readonly value: LayerValue;
  readonly isFromBrand: boolean;
  readonly problem: string | null;
  readonly onChange: (value: LayerValue) => void;
}

/** A picture: dropped, chosen from this computer, or given by its address. */
export const ImageField = ({ meta, value, isFromBrand, problem, onChange }: ImageFieldProps) => {
  const [isAddressing, setAddressing] = useState(false);
  const [address, setAddress] = useState('');
  const [own, setOwn] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const mimeTypes = meta.validation.mimeTypes ?? defaultTypes;
  const source = pictureSourceOf(value);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const upload = await pictureOf(file, mimeTypes);
    setOwn('problem' in upload ? upload.problem : null);
    if ('dataUri' in upload) onChange(upload.dataUri);
  };
  const none = isFromBrand ? 'From the brand' : meta.required ? 'No picture yet' : 'No picture';
  return (
    <FieldFrame label={meta.label} hint={meta.description} problem={own ?? problem}>
      {(wiring) => (
        <div
          className={`${styles.picture} ${isOver ? styles.over : ''}`}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void take(event.dataTransfer.files[0]);
          }}
        >
          <span className={styles.thumb}>
            {source.kind === 'inline' ? <img src={source.src} alt="" /> : <ImagePlus size={18} aria-hidden />}
          </span>
          <span className={styles.pictureText}>
            {source.kind === 'none'
              ? none
              : source.kind === 'inline'
                ? 'Your picture'
                : `From ${source.host || 'an address'}`}
          </span>
          <input
            {...wiring}
            ref={input}
            type="file"
            className="visually-hidden"
            accept={mimeTypes.join(',')}
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <div className={styles.pictureActs}>
            <Button size="s" icon={ImagePlus} tabIndex={-1} aria-hidden onClick={() => input.current?.click()}>
              Choose
            </Button>
            <Button
              size="s"
              look="quiet"
              icon={Link2}
              aria-expanded={isAddressing}
              onClick={() => setAddressing(!isAddressing)}
            >
              Address
            </Button>
            {source.kind === 'none' ? null : (
              <Button
                size="s"
                look="quiet"
                icon={Trash2}
                onClick={() => {
                  setOwn(null);
                  onChange(null);
                }}
              >
                Remove
              </Button>
            )}
          </div>
          {isAddressing ? (
            <div className={styles.address}>
              <TextField
                label={`${meta.label}: address`}
                hideLabel
                type="url"
                placeholder="https://…"
                value={address}
                onChange={setAddress}
              />
              <Button
                size="s"
                disabled={!/^https?:\/\/\S+$/i.test(address.trim())}
                onClick={() => {
                  onChange(address.trim());
                  setAddressing(false);
                }}
              >
                Use
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
};
