import { paletteOf } from '@reelyard/shared/scene/palette.ts';
import { type Style, styles } from '@reelyard/shared/templates/template.ts';

const styleNames: Readonly<Record<Style, string>> = {
  dark: 'Dark',
  light: 'Light',
  brand: 'Brand colour',
  gradient: 'Gradient',
};

/** What templates start from where a brand has no colour. */
const usualPrimary = '#4f5dff';
const whole = /^#[0-9a-f]{6}$/i;

interface StyleSamplesProps {
  readonly name: string;
  readonly primaryColor: string;
  readonly secondaryColor: string;
  readonly logoUrl: string | null;
}

/** The brand in the four styles of the templates: the very colours that a video gets. */
export const StyleSamples = ({ name, primaryColor, secondaryColor, logoUrl }: StyleSamplesProps) => {
  const primary = whole.test(primaryColor) ? primaryColor : usualPrimary;
  const secondary = whole.test(secondaryColor) ? secondaryColor : null;
  return (
    <ul className="brands-samples">
      {styles.map((style) => {
        const palette = paletteOf(style, primary, secondary);
        return (
          <li key={style}>
            <div
              className="brands-sample"
              style={{
                background: `linear-gradient(135deg, ${palette.base}, ${palette.baseEnd})`,
                color: palette.text,
              }}
            >
              {logoUrl === null ? (
                <span className="brands-sample-name">{name}</span>
              ) : (
                <span className="brands-plate" style={{ background: palette.light }}>
                  <img src={logoUrl} alt="" />
                </span>
              )}
              <strong>Say it in one line</strong>
              <span style={{ color: palette.muted }}>And back it in another.</span>
              <span className="brands-sample-row">
                <span
                  className="brands-sample-button"
                  style={{ background: palette.primary, color: palette.onPrimary }}
                >
                  Try it
                </span>
                <span style={{ color: palette.ink }}>Word</span>
                <span className="brands-sample-dot" style={{ background: palette.accent }} />
                <span
                  className="brands-sample-dot"
                  style={{ background: palette.surface, borderColor: palette.line }}
                />
              </span>
            </div>
            <p className="brands-quiet">{styleNames[style]}</p>
          </li>
        );
      })}
    </ul>
  );
};
