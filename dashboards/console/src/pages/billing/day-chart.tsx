import type { Usage } from '@reelyard/shared/sdk/operations.gen.ts';
import { counted, many } from '../../words.ts';
import { dayChart } from './usage-words.ts';

const heightPx = 150;
const plotPx = 120;

/** Credits by day. Widths are shares of the picture, so that it fits any column without its text getting smaller. */
export const DayChart = ({ usage }: { readonly usage: Usage }) => {
  const { bars, top } = dayChart(usage);
  const stepPercent = 100 / bars.length;
  const spentDays = bars.filter(({ spent }) => spent > 0);
  const said = spentDays.map(({ label }) => label).join(', ');
  return (
    <svg
      className="billing-chart"
      width="100%"
      height={heightPx}
      role="img"
      aria-label={`Credits spent by day. ${said === '' ? 'None yet.' : said}`}
    >
      <line className="billing-chart-line" x1="0" x2="100%" y1="16.5" y2="16.5" />
      <line className="billing-chart-line" x1="0" x2="100%" y1={plotPx + 0.5} y2={plotPx + 0.5} />
      <text x="0" y="11">
        {counted(top, 'credit')}
      </text>
      {bars.map(({ date, spent, share, label }, index) => (
        <g key={date}>
          <title>{label}</title>
          {/* Takes the pointer over the whole height, so that a small bar has its words too. */}
          <rect
            className="billing-chart-day"
            x={`${index * stepPercent}%`}
            width={`${stepPercent}%`}
            y="16"
            height={plotPx - 16}
          />
          <rect
            className="billing-chart-bar"
            x={`${(index + 0.14) * stepPercent}%`}
            width={`${stepPercent * 0.72}%`}
            y={plotPx - Math.max(spent > 0 ? 2 : 0, share * (plotPx - 16))}
            height={Math.max(spent > 0 ? 2 : 0, share * (plotPx - 16))}
            rx="2"
          />
          {index % 7 === 0 ? (
            <text x={`${(index + 0.14) * stepPercent}%`} y={heightPx - 12}>
              {many(index + 1)}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
};
