import { type ReactNode, useState } from 'react';
import { fieldProblem, type Problem } from '../../problem.ts';
import { Button } from '../../ui/button.tsx';
import { ColorField, FieldFrame, SelectField, TextField } from '../../ui/fields.tsx';
import { type BrandForm, type FormProblems, fontChoices, logoAccept, logoProblem, toneNames } from './brand-form.ts';

interface BrandFieldsProps {
  readonly form: BrandForm;
  readonly onChange: (form: BrandForm) => void;
  readonly problems: FormProblems;
  /** What the farm said of it. */
  readonly answered: Problem | null;
  /** Beside the choice of a logo. */
  readonly logoAside?: ReactNode;
}

const dataUriOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });

const LogoField = ({ form, onChange, answered, logoAside }: Omit<BrandFieldsProps, 'problems'>) => {
  const [problem, setProblem] = useState<string | null>(null);
  const isFile = form.logo?.startsWith('data:') === true;
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const refused = logoProblem(file);
    setProblem(refused);
    if (refused === null) onChange({ ...form, logo: await dataUriOf(file) });
  };
  return (
    <div className="brands-logo-fields">
      <FieldFrame
        label="Logo file"
        hint={isFile ? 'The chosen file becomes the logo.' : 'SVG, PNG, JPEG or WebP, 700 kB at most.'}
        problem={problem}
      >
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept={logoAccept}
            className="brands-file"
            onChange={({ target }) => void take(target.files?.[0])}
          />
        )}
      </FieldFrame>
      <TextField
        label="Or its address"
        value={isFile ? '' : (form.logo ?? '')}
        onChange={(text) => onChange({ ...form, logo: text === '' ? null : text })}
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/logo.svg"
        disabled={isFile}
        problem={fieldProblem(answered, 'logoUrl')}
      />
      {isFile ? (
        <div>
          <Button size="s" onClick={() => onChange({ ...form, logo: null })}>
            Not this file
          </Button>
        </div>
      ) : null}
      {logoAside}
    </div>
  );
};

/** Everything that a brand has and a person may say. */
export const BrandFields = ({ form, onChange, problems, answered, logoAside }: BrandFieldsProps) => {
  const set = (part: Partial<BrandForm>): void => onChange({ ...form, ...part });
  return (
    <>
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => set({ name })}
        autoComplete="off"
        problem={problems.name ?? fieldProblem(answered, 'name')}
      />
      <div className="brands-row">
        <ColorField
          label="Main colour"
          value={form.primaryColor}
          onChange={(primaryColor) => set({ primaryColor })}
          hint="Every other colour derives from it."
          problem={problems.primaryColor ?? fieldProblem(answered, 'primaryColor')}
        />
        <ColorField
          label="Second colour"
          value={form.secondaryColor}
          onChange={(secondaryColor) => set({ secondaryColor })}
          hint="Accents; without it a neighbour of the main colour."
          problem={problems.secondaryColor ?? fieldProblem(answered, 'secondaryColor')}
        />
      </div>
      <LogoField form={form} onChange={onChange} answered={answered} logoAside={logoAside} />
      <div className="brands-row">
        <SelectField
          label="Headings"
          value={form.headingFont}
          onChange={(headingFont) => set({ headingFont })}
          options={fontChoices(form.headingFont)}
        />
        <SelectField
          label="Texts"
          value={form.bodyFont}
          onChange={(bodyFont) => set({ bodyFont })}
          options={fontChoices(form.bodyFont)}
        />
        <SelectField
          label="Tone"
          value={form.tone}
          onChange={(tone) => set({ tone })}
          options={[
            { value: '', label: 'Guessed from name and colours' },
            ...Object.entries(toneNames).map(([value, label]) => ({ value, label })),
          ]}
          hint="Chooses the music."
        />
      </div>
    </>
  );
};
