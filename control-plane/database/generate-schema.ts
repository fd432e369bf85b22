import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import pg from 'pg';
import { migrate } from './migrate.ts';

export const schemaPath = fileURLToPath(new URL('schema.gen.ts', import.meta.url));

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly udt_name: string;
  readonly is_nullable: 'YES' | 'NO';
  readonly has_default: boolean;
  readonly is_computed: boolean;
  /** The text of a one-column CHECK constraint, where there is one. */
  readonly check_text: string | null;
}

const columnQuery = `
  select c.table_name, c.column_name, c.udt_name, c.is_nullable,
         (c.column_default is not null or c.is_identity = 'YES') as has_default, c.is_generated = 'ALWAYS' as is_computed,
         (select string_agg(pg_get_constraintdef(k.oid), ' ')
            from pg_constraint k
           where k.contype = 'c' and k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
             and k.conkey = array[c.ordinal_position::smallint]) as check_text
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
   where c.table_schema = 'public'
   order by c.table_name, c.ordinal_position`;

const scalarTypes: Record<string, string> = {
  text: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  timestamptz: 'Timestamp',
  jsonb: 'Json',
  bytea: 'Buffer',
  uuid: 'string',
  _text: 'string[]',
  _timestamptz: 'Date[]',
};

/** `check (status in ('a','b'))` becomes the union 'a' | 'b': a misspelt state does not compile. */
const unionOf = (checkText: string | null): string | null => {
  const list = checkText === null ? null : /= ANY \(\(?ARRAY\[([^\]]*)\]/.exec(checkText)?.[1];
  const values = list?.match(/'((?:[^']|'')*)'/g);
  return values && values.length > 0 ? values.join(' | ') : null;
};

const typeOf = (column: Column): string => {
  const scalar = scalarTypes[column.udt_name];
  if (scalar === undefined)
    throw new Error(`${column.table_name}.${column.column_name}: no type for ${column.udt_name}`);
  const value = (scalar === 'string' ? unionOf(column.check_text) : null) ?? scalar;
  const nullable = column.is_nullable === 'YES' ? `${value} | null` : value;
  // Each is made of columns that are never null, and saying so in the table would be checked at every insert.
  if (column.is_computed) return `GeneratedAlways<${value}>`;
  return column.has_default ? `Generated<${nullable}>` : nullable;
};

const interfaceName = (table: string): string =>
  `${table
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Table`;

/** The source of schema.gen.ts for the migrated database at `url`. */
export const generateSchema = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(columnQuery);
    const tables = Map.groupBy(rows, (row) => row.table_name);
    const interfaces = [...tables].map(
      ([table, columns]) =>
        `export interface ${interfaceName(table)} {\n${columns.map((column) => `  ${column.column_name}: ${typeOf(column)};\n`).join('')}}\n`,
    );
    const members = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)};\n`).join('');
    return [
      '// Generated from the migrated database by generate-schema.ts: do not edit.',
      "import type { ColumnType, GeneratedAlways } from 'kysely';\n",
      '/** A column with a default. Not kysely’s own type: that one does not look into a ColumnType. */',
      'export type Generated<T> =',
      '  T extends ColumnType<infer Selected, infer Inserted, infer Updated>',
      '    ? ColumnType<Selected, Inserted | undefined, Updated>',
      '    : ColumnType<T, T | undefined, T>;\n',
      '/** Written as text by the store (pg would turn an array into a PostgreSQL array), read as parsed JSON. */',
      'export type Json = ColumnType<unknown, string, string>;',
      'export type Timestamp = ColumnType<Date, Date | string, Date | string>;\n',
      ...interfaces,
      `export interface Schema {\n${members}}\n`,
    ].join('\n');
  } finally {
    await client.end();
  }
};

/** Migrates a new throw-away database and writes its schema: the command to run after adding a migration. */
const main = async (): Promise<void> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'generate-schema-'));
  const postgres = await startPostgres({ dataDir });
  try {
    await migrate(postgres.url);
    const source = await generateSchema(postgres.url);
    const before = await readFile(schemaPath, 'utf8').catch(() => '');
    if (source !== before) await writeFile(schemaPath, source);
    process.stdout.write(source === before ? 'schema.gen.ts is up to date\n' : 'schema.gen.ts was written\n');
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

if (import.meta.main) await main();
