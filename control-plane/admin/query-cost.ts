// The file and not the package: mercurius loads this one, and the test runner would choose the package's other build.
import {
  type ArgumentNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql/index.js';
import { defaultFirst, maxFirst } from './page.ts';

/** The most records that one request may ask for. */
export const maxCost = 1_000;

/** How many a list of one record usually has; the stores bound what it can have. One where nothing is said. */
const usualLengths: Readonly<Record<string, number>> = {
  'Job.attempts': 2,
  'Node.leases': 4,
  'Publish.jobs': 10,
  'Account.keys': 3,
  'Query.templates': 30,
};

type Variables = Readonly<Record<string, unknown>>;
type FieldLookup = GraphQLField<unknown, unknown> | undefined;

const fieldOf = (type: GraphQLCompositeType, name: string): FieldLookup =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;

/** What `first` comes to: a literal, a variable or its default. What is out of range counts as the longest page. */
const firstOfArgument = (
  argument: ArgumentNode | undefined,
  variables: Variables,
  defaults: ReadonlyMap<string, VariableDefinitionNode>,
): number => {
  if (argument === undefined || argument.value.kind === Kind.NULL) return defaultFirst;
  let value: ValueNode = argument.value;
  if (value.kind === Kind.VARIABLE) {
    const { value: name } = value.name;
    const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (typeof given === 'number') return clamp(given);
    const standard = defaults.get(name)?.defaultValue;
    if (given !== undefined || standard === undefined) return defaultFirst;
    value = standard;
  }
  return value.kind === Kind.INT ? clamp(Number(value.value)) : defaultFirst;
};
const clamp = (first: number): number => (first >= 1 && first <= maxFirst ? first : maxFirst);

/**
 * How many records a validated request asks for: every object counts one, the objects of a page as often as the page
 * is long. Ready-made rules count the text alone; a page that is asked for by a variable would be free.
 */
export const queryCost = (schema: GraphQLSchema, document: DocumentNode, variables: Variables): number => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  /** A fragment may be spread often: it is counted once and remembered, so that no nesting multiplies the work. */
  const known = new Map<string, number>();
  let defaults = new Map<string, VariableDefinitionNode>();

  const costOf = (type: GraphQLCompositeType, { selections }: SelectionSetNode): number => {
    let cost = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) cost += costOfFragment(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition && schema.getType(selection.typeCondition.name.value);
        cost += costOf(condition && isCompositeType(condition) ? condition : type, selection.selectionSet);
      } else if (selection.selectionSet !== undefined) {
        const field = fieldOf(type, selection.name.value);
        const inner = field && getNamedType(field.type);
        // Introspection (__schema, __type) has limits of its own.
        if (field === undefined || !isCompositeType(inner)) continue;
        const children = costOf(inner, selection.selectionSet);
        const isPage = field.args.some(({ name }) => name === 'first');
        const argument = selection.arguments?.find(({ name }) => name.value === 'first');
        cost += isPage
          ? firstOfArgument(argument, variables, defaults) * children
          : (usualLengths[`${type.name}.${field.name}`] ?? 1) * (1 + children);
      }
    }
    return cost;
  };

  const costOfFragment = (name: string): number => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const fragment = fragments.get(name);
    const type = fragment && schema.getType(fragment.typeCondition.name.value);
    const cost = fragment && isCompositeType(type) ? costOf(type, fragment.selectionSet) : 0;
    known.set(name, cost);
    return cost;
  };

  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  let cost = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = schema.getRootType(definition.operation);
    defaults = new Map(definition.variableDefinitions?.map((each) => [each.variable.name.value, each]));
    known.clear();
    if (root) cost += costOf(root, definition.selectionSet);
  }
  return cost;
};
