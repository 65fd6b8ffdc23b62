// An ESLint rule: whatever a person reads comes from the message catalogue (lib/messages.ts).

/** Attributes and properties that a person reads. */
const READ =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|title|placeholder|data-tip|label|text|tip|action|reason|hint|what|heading)$/;
const LETTERS = /\p{L}{2}/u;
/** Two words with a space between: a sentence or a part of one, no key, id or class. */
const SENTENCE = /\p{L}{2,}[,:;.!?]? \p{L}/u;
/** Names, which are the same in every language, and the engine's names of rows, as "(internal agent)". */
const NAMES = /^(?:Dendro|Claude|Claude Code|JSON|HTML|Markdown|Esc|\([a-z ]+\))$/;

const readable = (text) => LETTERS.test(text) && !NAMES.test(text.trim());

/** Errors and logs are for developers; imports and directives are code. */
function isCode(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (
      /^(?:ThrowStatement|ImportDeclaration|ExportNamedDeclaration|ImportExpression|TSLiteralType)$/.test(
        at.type,
      )
    )
      return at.type !== 'ExportNamedDeclaration' || at.source === node;
    // The message of a BackendError is shown.
    if (at.type === 'NewExpression' && at.callee.name === 'BackendError') return false;
    if (at.type === 'NewExpression' && /Error$/.test(at.callee.name ?? '')) return true;
    if (at.type === 'CallExpression' && at.callee.object?.name === 'console') return true;
    if (at.type === 'SvelteAttribute' || /Statement$|Function/.test(at.type)) return false;
  }
  return false;
}

/** The name of the attribute or property that a literal is the value of; '' for other literals. */
function nameOf(node) {
  const { parent } = node;
  if (parent?.type === 'Property' && parent.value === node) return parent.key.name ?? parent.key.value ?? '';
  return '';
}

export const noLiteralText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { literal: 'Texts come from the message catalogue: write “{{text}}” as a message.' },
  },
  create(context) {
    const report = (node, text) =>
      context.report({ node, messageId: 'literal', data: { text: text.trim().slice(0, 40) } });
    const check = (node, text) => {
      if (isCode(node) || NAMES.test(text.trim())) return;
      if (SENTENCE.test(text) || (READ.test(nameOf(node)) && readable(text))) report(node, text);
    };
    return {
      SvelteText(node) {
        if (node.parent.type !== 'SvelteStyleElement' && readable(node.value)) report(node, node.value);
      },
      SvelteAttribute(node) {
        if (!READ.test(node.key.name)) return;
        for (const value of node.value)
          if (value.type === 'SvelteLiteral' && readable(value.value)) report(value, value.value);
      },
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateElement(node) {
        check(node.parent, node.value.cooked ?? '');
      },
    };
  },
};
