import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  BigValueColorMode,
  BigValueGraphMode,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardLinkBuilder,
  DashboardLinkType,
  type GridPos,
  type Panel,
  type Threshold,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeSeriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

import { runbookAnchor } from '@reelyard/deploy/monitoring/runbook-anchor.ts';

export const datasource = { type: 'prometheus', uid: '${datasource}' };

export interface PanelSpec {
  /** Never given to another panel of the dashboard: addresses of single panels carry it. */
  readonly id: number;
  readonly title: string;
  /** What is good, and what to do where it is not. */
  readonly description: string;
  /** On a healthy farm too, nothing is shown so long: `until the first publish`. */
  readonly emptyUntil?: string;
  /** A unit of Grafana: `s`, `percentunit`, `bytes`, …; `short` is for what is counted. */
  readonly unit: string;
  /** Expressions by their legend. */
  readonly queries: Readonly<Record<string, string>>;
  /** From where on it is a warning, and from where on it is bad. */
  readonly limits?: { readonly warning?: number; readonly bad?: number; readonly lowIsBad?: true };
  /** Heading of deploy/runbook.md. */
  readonly runbook?: string;
}

export interface TimeSeriesSpec extends PanelSpec {
  readonly stacked?: true;
}

/** A panel that waits for its place. */
export type Placed = (place: GridPos) => Builder<Panel>;

const thresholdsOf = ({ warning, bad, lowIsBad }: NonNullable<PanelSpec['limits']>): Threshold[] => {
  const step = (value: number | undefined, color: string): Threshold[] =>
    value === undefined ? [] : [{ value, color }];
  // Where low is bad, a limit is the least that is not yet bad.
  if (lowIsBad) {
    const first = bad === undefined ? 'orange' : 'red';
    return [
      { value: null, color: first },
      ...step(bad, warning === undefined ? 'green' : 'orange'),
      ...step(warning, 'green'),
    ];
  }
  return [{ value: null, color: 'green' }, ...step(warning, 'orange'), ...step(bad, 'red')];
};

const describe = ({ description, emptyUntil, runbook }: PanelSpec): string =>
  [
    description,
    ...(emptyUntil === undefined ? [] : [`Empty until ${emptyUntil}.`]),
    ...(runbook === undefined ? [] : [`Runbook: "${runbook}".`]),
  ].join(' ');

/** The address of the runbook is a variable of the dashboard: every operator keeps it elsewhere. */
const runbookLinks = ({ runbook }: PanelSpec): DashboardLinkBuilder[] =>
  runbook === undefined
    ? []
    : [
        new DashboardLinkBuilder(`Runbook: ${runbook}`)
          .type(DashboardLinkType.Link)
          .url(`\${runbook:raw}#${runbookAnchor(runbook)}`)
          .targetBlank(true),
      ];

const targetsOf = ({ queries }: PanelSpec): DataqueryBuilder[] =>
  Object.entries(queries).map(([legend, expr], index) =>
    new DataqueryBuilder()
      .refId(String.fromCharCode(65 + index))
      .datasource(datasource)
      .expr(expr)
      .legendFormat(legend)
      .range(),
  );

/** Counts of a time are extrapolated to its ends: 12.03 publishes are 12. */
const inWholes = <B extends { decimals(count: number): B }>(panel: B, { unit }: PanelSpec): B =>
  unit === 'short' ? panel.decimals(0) : panel;

const stepsOf = ({ limits = {} }: PanelSpec): ThresholdsConfigBuilder =>
  new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(thresholdsOf(limits));

/** One number for each query, coloured by its limits, with its last hours behind it. */
export const stat =
  (spec: PanelSpec): Placed =>
  (place) =>
    inWholes(new StatBuilder(), spec)
      .id(spec.id)
      .title(spec.title)
      .description(describe(spec))
      .gridPos(place)
      .datasource(datasource)
      .targets(targetsOf(spec))
      .links(runbookLinks(spec))
      .unit(spec.unit)
      .noValue('none yet')
      .thresholds(stepsOf(spec))
      .colorMode(BigValueColorMode.Value)
      .graphMode(BigValueGraphMode.Area)
      .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']));

/** Lines over time; the legend is a table with the last and the greatest value, so that one line of many is found. */
export const timeSeries =
  (spec: TimeSeriesSpec): Placed =>
  (place) =>
    inWholes(new TimeSeriesBuilder(), spec)
      .id(spec.id)
      .title(spec.title)
      .description(describe(spec))
      .gridPos(place)
      .datasource(datasource)
      .targets(targetsOf(spec))
      .links(runbookLinks(spec))
      .unit(spec.unit)
      .min(0)
      .thresholds(stepsOf(spec))
      .thresholdsStyle(
        new GraphThresholdsStyleConfigBuilder().mode(
          spec.limits === undefined ? GraphThresholdsStyleMode.Off : GraphThresholdsStyleMode.Dashed,
        ),
      )
      .lineWidth(1)
      .fillOpacity(spec.stacked ? 40 : 8)
      .showPoints(VisibilityMode.Never)
      .stacking(new StackingConfigBuilder().mode(spec.stacked ? StackingMode.Normal : StackingMode.None).group('A'))
      .legend(
        new VizLegendOptionsBuilder()
          .showLegend(true)
          .displayMode(LegendDisplayMode.Table)
          .placement(LegendPlacement.Bottom)
          .calcs(['lastNotNull', 'max']),
      )
      .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending));
