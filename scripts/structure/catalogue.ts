import { isTest } from './names.ts'
import { callee, type Finding, isNode, type Node, type Rule, type Source } from './source.ts'

/** Files with text that people read: the client, mails and messages, and calendar entries. */
const read =
  /^client\/.*\.tsx?$|^server\/.*\/(mails|write-[a-z-]+-(mail|sms|text)|compose-entry)\.ts$/

/** Attributes and properties whose values are read or spoken, on any element. */
const spoken =
  /^(alt|title|placeholder|lead|heading|hint|caption|description|what|over|message|subject|closing|aria-(label|description|roledescription|valuetext))$|[lL]abel$/

/** Words with a space between them that begin or end like a sentence. */
const sentence = /^[¿«"“]?\p{Lu}[\p{L}\p{N}’'-]*[,:;]?\s+\S|\p{L}\S*\s+\S.*\p{L}[.?…:]$/su
/** One word that begins like a label. */
const label = /^\p{Lu}\p{Ll}{2,}$/u
/** A piece of a template with a separate word: ` minutes`, `in `. */
const phrase = /(^|\s)\p{L}[\p{L}’']+[,.?…:]?(\s|$)/u

/** Every text that a person reads is in the catalogue: in a call of `defineTexts`. */
export const catalogue: Rule = (sources) => sources.flatMap(outside)

function outside(source: Source): Finding[] {
  const { path, nodes, lineAt } = source
  if (!read.test(path) || isTest(path)) return []
  const parents = new Map(nodes.map(({ node, parent }) => [node, parent]))
  return nodes.flatMap(({ node }) => {
    const text = textOf(node)
    if (text === undefined || !isSaid(node, text, parents)) return []
    const message = `${JSON.stringify(shortened(text))} stands outside the catalogue: defineTexts({ en, es })`
    return [{ file: path, line: lineAt(node.start), rule: 'text', message }]
  })
}

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}

/** The text of a node, if it has letters; a template's text is what is between its parts. */
function textOf(node: Node): string | undefined {
  const { type, value } = node
  const isText = type === 'JSXText' || type === 'Literal'
  const piece =
    type === 'TemplateElement' && typeof value === 'object' && value && 'cooked' in value
      ? value.cooked
      : value
  if (!isText && type !== 'TemplateElement') return undefined
  return typeof piece === 'string' && /\p{L}/u.test(piece) ? piece : undefined
}

type Parents = Map<Node, Node | null>

function isSaid(node: Node, text: string, parents: Parents): boolean {
  const above = ancestors(node, parents)
  if (above.some(isExempt)) return false
  if (node.type === 'JSXText') return true
  const place = placeOf(node, parents)
  if (isShown(place) || (isGiven(place) && label.test(text))) return true
  const attribute = above.find(({ type }) => type === 'JSXAttribute')
  // Of intrinsic elements only some attributes are read; the others are code.
  if (attribute && isIntrinsic(parents.get(attribute))) return false
  const inCode = attribute !== undefined || isStyle(place) || scheme.test(text)
  if (node.type === 'TemplateElement' && !inCode) return isPhrase(node, text, parents)
  return sentence.test(text)
}

/** The scheme of an address that opens another program. */
const scheme = /^(mailto|tel|sms):$/

/** Calls whose texts are in the catalogue, or are names in every language. */
const given = new Set(['defineTexts', 'properName'])

/** Already in the catalogue, only for developers, or a type. */
function isExempt(node: Node): boolean {
  if (node.type === 'CallExpression') {
    return given.has(callee(node).at(-1) ?? '') || isAuthorization(node)
  }
  if (node.type === 'NewExpression') {
    return isNode(node.callee) && /Error$/.test(String(node.callee.name))
  }
  return /^(TS|Import|Export(All|Named)Declaration$)/.test(node.type) &&
    !/^TSAs|^TSSat/.test(node.type)
    ? !isNode(node.declaration)
    : false
}

/** `headers.set('authorization', …)`. */
function isAuthorization({ arguments: given }: Node): boolean {
  const [name] = Array.isArray(given) ? given : []
  return isNode(name) && name.value === 'authorization'
}

function ancestors(node: Node, parents: Parents): Node[] {
  const parent = parents.get(node)
  return parent ? [parent, ...ancestors(parent, parents)] : []
}

const passing = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'TemplateLiteral',
  'JSXExpressionContainer',
  'ParenthesizedExpression',
  'BinaryExpression',
])

type Place = { above: Node | null; from: Node }

/** Where the value of a text goes: the node above the choices that it is part of. */
function placeOf(node: Node, parents: Parents): Place {
  let from = node
  let above = parents.get(node) ?? null
  while (above && passing.has(above.type) && isValueOf(above, from)) {
    from = above
    above = parents.get(above) ?? null
  }
  return { above, from }
}

/** Whether the node is a possible value: not the condition of a choice, nor an operand of a comparison. */
function isValueOf(above: Node, from: Node): boolean {
  if (above.type === 'ConditionalExpression') return above.test !== from
  if (above.type === 'BinaryExpression') return above.operator === '+'
  return true
}

function isShown({ above, from }: Place): boolean {
  if (!above) return false
  if (above.type === 'JSXElement' || above.type === 'JSXFragment') return true
  if (above.type === 'JSXAttribute') return spoken.test(nameOf(above.name))
  if (above.type === 'Property') return above.value === from && spoken.test(nameOf(above.key))
  return above.type === 'CallExpression' && callee(above)[0] === 'toast'
}

/** A value that an object holds or a function returns, alone or as one of several. */
function isGiven({ above, from }: Place): boolean {
  if (!above) return false
  if (above.type === 'Property') return above.value === from
  if (above.type === 'ArrowFunctionExpression') return above.body === from
  return above.type === 'ArrayExpression' || above.type === 'ReturnStatement'
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node.name ?? node.value) : ''
}

function isIntrinsic(element: Node | null | undefined): boolean {
  return isNode(element?.name) && /^[a-z]/.test(String(element.name.name))
}

/** A value of a style: `gridTemplateRows`. */
function isStyle({ above }: Place): boolean {
  return above?.type === 'Property' && /^(grid|transform|background)/.test(nameOf(above.key))
}

/** A template of words and parts; one without parts is judged like any text. */
function isPhrase(node: Node, text: string, parents: Parents): boolean {
  const pieces = parents.get(node)?.quasis
  if (!Array.isArray(pieces) || pieces.length === 1) return sentence.test(text)
  // Text that touches a part is a piece of a word: `px` in `${height}px`.
  const [first, last] = [pieces[0] === node, pieces.at(-1) === node]
  return phrase.test(`${first ? '' : '_'}${text}${last ? '' : '_'}`)
}
