/**
 * The script of `/v2/docs`, served as it is: it shows each call from the OpenAPI document once it is opened, finds
 * calls, and sends them with the reader's own key. The key stays in its field.
 */

/**
 * @typedef {{ [keyword: string]: any }} Json
 * @typedef {{ method: string, path: string, operation: Json }} Call
 */

/** @type {Promise<Json> | undefined} */
let loading
/** A failed load is tried again with the next call that is opened. */
function load() {
  loading ??= fetch('/v2/openapi.json').then((reply) => {
    if (reply.ok) return reply.json()
    throw new Error(`The document could not be loaded (${reply.status}).`)
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/**
 * @param {string} name
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null | undefined | false)[]} children
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, '')
    else if (value !== false && value !== undefined) made.setAttribute(key, String(value))
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false))
  return made
}
/** Text with its \`code\` marked. @param {string} text */
const rich = (text) =>
  element('span', {}, ...text.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, part) : part)))
const block = (/** @type {string} */ text, /** @type {string} */ label) =>
  element('pre', { tabindex: 0, role: 'group', 'aria-label': label }, element('code', {}, text))
const pretty = (/** @type {unknown} */ value) => JSON.stringify(value, null, 2)

/** What `$ref` names. @param {Json} api @param {Json} part @returns {Json} */
const resolved = (api, part) =>
  typeof part?.$ref === 'string'
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((/** @type {Json} */ at, /** @type {string} */ name) => at[name], api)
    : part
const nameOf = (/** @type {Json} */ schema) => schema.$ref?.split('/').at(-1)

const isLong = (/** @type {Json} */ schema) => schema.enum?.length > 8
const valuesOf = (/** @type {Json} */ schema) =>
  schema.enum.map((/** @type {unknown} */ one) => (one === null ? 'null' : one)).join(' · ')

/** @param {Json} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return nameOf(schema)
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return isLong(schema) ? `one of ${schema.enum.length}` : valuesOf(schema)
  if ('const' in schema) return String(schema.const)
  if (schema.items) return `list of ${typeOf(schema.items)}`
  const type = [schema.type ?? 'any'].flat().join(' or ')
  return schema.format ? `${type} (${schema.format})` : type
}

/** The named schema behind a property, a list of it, or a choice with null. @param {Json} schema @returns {Json | undefined} */
function innerOf(schema) {
  if (schema.$ref) return schema
  if (schema.items) return innerOf(schema.items)
  return schema.anyOf?.map(innerOf).find(Boolean)
}

/** @param {Json} api @param {Json} schema @returns {HTMLElement} */
function fieldList(api, schema) {
  const { properties = {}, required = [] } = resolved(api, schema)
  const rows = Object.entries(properties).map(([name, property]) => {
    const inner = innerOf(property)
    return element(
      'li',
      {},
      element('code', {}, name),
      ' ',
      element('span', { class: 'type' }, typeOf(property)),
      required.includes(name) && element('span', { class: 'needed' }, ' required'),
      element('p', {}, rich(property.description ?? '')),
      isLong(property) && opening('Values', () => element('p', {}, valuesOf(property))),
      inner && opening(`Fields of ${nameOf(inner)}`, () => fieldList(api, inner)),
    )
  })
  return element('ul', { class: 'props' }, ...rows)
}

/** Shown only once it is opened: records can be deep. @param {string} title @param {() => Node} show */
function opening(title, show) {
  const details = element('details', {}, element('summary', {}, title))
  details.addEventListener('toggle', () => details.append(show()), { once: true })
  return details
}

/** @param {Json} api @param {Json} schema @returns {unknown} */
function exampleOf(api, schema) {
  if (schema.examples) return schema.examples[0]
  if (schema.items) return [exampleOf(api, schema.items)]
  const { properties } = resolved(api, schema)
  if (!properties) return undefined
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, exampleOf(api, one)]))
}

const jsonOf = (/** @type {Json | undefined} */ part) => part?.content?.['application/json']
const parametersOf = (/** @type {Json} */ api, /** @type {Json} */ operation) =>
  operation.parameters
    .map((/** @type {Json} */ one) => resolved(api, one))
    .filter((/** @type {Json} */ one) => !one.deprecated)

/** The address with example values. @param {Json} api @param {Call} call */
function exampleAddress(api, { path, operation }) {
  const given = parametersOf(api, operation)
  const filled = given
    .filter((/** @type {Json} */ one) => one.in === 'path')
    .reduce(
      (/** @type {string} */ at, /** @type {Json} */ one) =>
        at.replace(`{${one.name}}`, encodeURIComponent(one.example)),
      path,
    )
  const needed = given.filter((/** @type {Json} */ one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(needed.map((/** @type {Json} */ one) => [one.name, String(one.example)]))
  return location.origin + filled + (needed.length > 0 ? `?${query}` : '')
}

/** @param {Json} api @param {Call} call */
function requestExamples(api, call) {
  const { method, operation } = call
  const address = exampleAddress(api, call)
  const isOpen = operation.security.length === 0
  const body = jsonOf(operation.requestBody)?.example
  const form = operation.requestBody?.content?.['multipart/form-data']
  const curl = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`,
    !isOpen && '-H "Authorization: Bearer $KEY"',
    body && `-H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
    form && `-F '${Object.keys(form.schema.properties)[0]}=@file.csv'`,
  ].filter(Boolean)
  const options = [
    method !== 'GET' && `  method: '${method}',`,
    (!isOpen || body) &&
      `  headers: { ${[!isOpen && "authorization: 'Bearer ' + key", body && "'content-type': 'application/json'"].filter(Boolean).join(', ')} },`,
    body && `  body: JSON.stringify(${pretty(body).replaceAll('\n', '\n  ')}),`,
    form && '  body: form,',
  ].filter(Boolean)
  const script = `const reply = await fetch('${address}'${options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''})`
  return element(
    'div',
    {},
    element('h4', {}, 'curl'),
    block(curl.join(' \\\n  '), 'Request with curl'),
    element('h4', {}, 'JavaScript'),
    block(script, 'Request in JavaScript'),
  )
}

/** @param {Json} api @param {Json} operation */
function answers(api, operation) {
  const rows = Object.entries(operation.responses).map(([status, given]) => {
    const { description, content = {} } = resolved(api, given)
    const types = Object.keys(content).filter((type) => type !== 'application/json')
    const text = element('span', {}, rich(description), types.length > 0 ? ` Also as ${types.join(', ')}.` : '')
    text.style.whiteSpace = 'pre-line'
    return element('tr', {}, element('td', {}, status), element('td', {}, text))
  })
  const head = element('tr', {}, element('th', {}, 'Status'), element('th', {}, 'Meaning'))
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows))
}

/** @param {Json} api @param {Json} operation */
function parameterList(api, operation) {
  const rows = parametersOf(api, operation).map((/** @type {Json} */ one) =>
    element(
      'li',
      {},
      element('code', {}, one.name),
      ' ',
      element('span', { class: 'type' }, `${one.in}, ${typeOf(one.schema)}`),
      one.required && element('span', { class: 'needed' }, ' required'),
      element('p', {}, rich(one.description)),
      isLong(one.schema) && opening('Values', () => element('p', {}, valuesOf(one.schema))),
    ),
  )
  return (
    rows.length > 0 && element('div', {}, element('h4', {}, 'Parameters'), element('ul', { class: 'props' }, ...rows))
  )
}

/** @param {Json} api @param {Call} call */
function shown(api, call) {
  const { operation } = call
  const success = /** @type {Json} */ (Object.values(operation.responses)[0])
  const reply = jsonOf(success)
  const body = jsonOf(operation.requestBody)
  const innerReply = reply && innerOf(reply.schema)
  const left = element(
    'div',
    {},
    element('p', {}, rich(operation.description)),
    parameterList(api, operation),
    body && element('h4', {}, 'Body'),
    body && fieldList(api, body.schema),
    innerReply && element('h4', {}, 'Answer'),
    innerReply && fieldList(api, innerReply),
    element('h4', {}, 'Statuses'),
    answers(api, operation),
  )
  const right = element(
    'div',
    {},
    requestExamples(api, call),
    reply && element('h4', {}, 'Example answer'),
    reply && block(pretty(exampleOf(api, reply.schema)), 'Example answer'),
    tryForm(api, call),
  )
  return element('div', { class: 'columns' }, left, right)
}

/** @param {Json} api @param {Call} call */
function tryForm(api, call) {
  const { operation, method } = call
  const fields = parametersOf(api, operation).map((/** @type {Json} */ one) => {
    const choices = one.schema.type === 'boolean' ? ['true', 'false'] : one.schema.enum
    const input = choices
      ? element(
          'select',
          { name: one.name },
          element('option', { value: '' }, '–'),
          ...choices.map((/** @type {unknown} */ choice) => element('option', { value: choice }, String(choice))),
        )
      : element('input', {
          name: one.name,
          value: one.in === 'path' ? one.example : '',
          placeholder: String([one.example ?? ''].flat()[0]),
        })
    input.dataset.in = one.in
    return element('label', {}, one.name, input)
  })
  const json = jsonOf(operation.requestBody)
  const form = operation.requestBody?.content?.['multipart/form-data']
  const fileName = form && /** @type {string} */ (Object.keys(form.schema.properties)[0])
  const area = json && element('textarea', { spellcheck: 'false' }, pretty(json.example))
  const file = form && element('input', { type: 'file' })
  const status = element('p', { role: 'status' })
  const output = element('div')
  const send = element('button', { type: 'submit' }, 'Send')
  const made = element(
    'form',
    { class: 'try' },
    element('h4', {}, 'Try it'),
    method !== 'GET' && element('p', { class: 'note' }, 'The call really runs: it changes data.'),
    fields.length > 0 && element('div', { class: 'fields' }, ...fields),
    area && element('label', {}, 'Body', area),
    file && element('label', {}, fileName, file),
    element('p', {}, send),
    status,
    output,
  )
  made.addEventListener('submit', async (event) => {
    event.preventDefault()
    // Disabled, the button would lose the focus.
    if (send.hasAttribute('aria-disabled')) return
    send.setAttribute('aria-disabled', 'true')
    output.replaceChildren()
    status.textContent = 'Sent …'
    try {
      const { line, parts } = await answerTo(requestOf(call, made, { area, file, fileName }))
      status.textContent = line
      output.replaceChildren(...parts)
    } catch (error) {
      status.textContent = `No answer: ${/** @type {Error} */ (error).message}`
    }
    send.removeAttribute('aria-disabled')
  })
  return made
}

/**
 * @param {Call} call
 * @param {HTMLElement} form
 * @param {{ area?: HTMLElement, file?: HTMLElement, fileName?: string }} bodies
 * @returns {[string, RequestInit]}
 */
function requestOf({ path, method }, form, { area, file, fileName }) {
  const address = new URL(path, location.origin)
  const headers = new Headers()
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[data-in]'))) {
    if (field.value === '') continue
    if (field.dataset.in === 'path')
      address.pathname = decodeURI(address.pathname).replace(`{${field.name}}`, encodeURIComponent(field.value))
    else if (field.dataset.in === 'query') address.searchParams.append(field.name, field.value)
    else headers.set(field.name, field.value)
  }
  const key = /** @type {HTMLInputElement} */ (document.getElementById('key')).value.trim()
  if (key) headers.set('authorization', `Bearer ${key}`)
  if (area) headers.set('content-type', 'application/json')
  const chosen = /** @type {HTMLInputElement | undefined} */ (file)?.files?.[0]
  const sent = new FormData()
  if (chosen && fileName) sent.append(fileName, chosen)
  const body = area ? /** @type {HTMLTextAreaElement} */ (area).value : file ? sent : undefined
  return [
    address.href,
    { method, headers, credentials: key ? 'omit' : 'same-origin', ...(body === undefined ? {} : { body }) },
  ]
}

const longest = 100_000
/** @param {[string, RequestInit]} request */
async function answerTo(request) {
  const started = performance.now()
  const reply = await fetch(...request)
  const type = reply.headers.get('content-type') ?? ''
  const isText = /json|text|csv/.test(type)
  const content = isText
    ? await reply.text()
    : `${(await reply.arrayBuffer()).byteLength} bytes of ${type || 'nothing'}`
  const text = type.includes('json') && content ? pretty(JSON.parse(content)) : content
  const headers = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return {
    line: `${reply.status} ${reply.statusText} in ${Math.round(performance.now() - started)} ms`,
    parts: [
      opening('Headers', () => block(headers, 'Headers of the answer')),
      block(text.slice(0, longest) || '(no content)', 'Body of the answer'),
    ],
  }
}

/** @param {HTMLDetailsElement} details */
async function show(details) {
  const body = /** @type {HTMLElement} */ (details.querySelector('.body'))
  try {
    const api = await load()
    const found = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(/** @type {Json} */ (methods)).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    const call = found.find(({ operation }) => operation.operationId === details.id)
    if (call) body.replaceChildren(shown(api, call))
  } catch (error) {
    body.replaceChildren(element('p', {}, /** @type {Error} */ (error).message))
  }
}

const calls = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll('.call')])
for (const details of calls)
  details.addEventListener('toggle', () => {
    if (details.open && !details.querySelector('.columns')) show(details)
  })

const search = /** @type {HTMLInputElement} */ (document.getElementById('search'))
const found = /** @type {HTMLElement} */ (document.getElementById('found'))
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const details of calls) details.hidden = !words.every((word) => details.dataset.words?.includes(word))
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.group')))
    group.hidden = !group.querySelector('.call:not([hidden])')
  const count = calls.filter(({ hidden }) => !hidden).length
  found.textContent = words.length > 0 ? (found.dataset.words ?? '').replace('{count}', String(count)) : ''
})

/** An address can name a call, such as `#cards.list`. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!(named instanceof HTMLDetailsElement)) return
  named.open = true
  named.scrollIntoView()
}
addEventListener('hashchange', openNamed)
openNamed()
