import type { Key, ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Hidden below 640 px. */
  readonly wideOnly?: boolean;
  /** For a column of buttons: the title is read out and not shown. */
  readonly hideTitle?: boolean;
}

interface TableProps<Row> {
  /** Read out; not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
}

/** Rows of records. Scrolls sideways in itself where it does not fit. */
export const Table = <Row,>({ caption, columns, rows, rowKey }: TableProps<Row>) => (
  <section className="ui-table-scroll" aria-label={caption}>
    <table className="ui-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, align, wideOnly, hideTitle }) => (
            <th
              key={title}
              scope="col"
              className={[align === 'end' ? 'ui-end' : '', wideOnly ? 'ui-wide' : ''].join(' ')}
            >
              {hideTitle ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ title, cell, align, wideOnly }) => (
              <td key={title} className={[align === 'end' ? 'ui-end' : '', wideOnly ? 'ui-wide' : ''].join(' ')}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
