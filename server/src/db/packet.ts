/// <reference path="./pg-types.d.ts" />
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

export type SqlStatement = { text: string; values: unknown[] }
// biome-ignore lint/suspicious/noExplicitAny: a row is whatever its statement selects.
export type StatementResult = { command: string; rowCount: number; rows: any[] }
export type Executed = Promise<StatementResult>

/**
 * Named statements are parsed and planned once per connection, which halves the cost of a request. The cap keeps rare
 * filter combinations from growing the map without end.
 */
const names = new Map<string, string>()
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= 1000) return known
  const name = `p${createHash('sha1').update(text).digest('base64url')}`
  names.set(text, name)
  return name
}

/** The part of pg's connection that a packet writes to. */
type Wire = {
  stream: Socket
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}
type Fields = { name: string; dataTypeID: number }[]
class RowReader {
  readonly #names: string[]
  readonly #parsers: ((text: string) => unknown)[]
  /** Copied for each row, so that all have the shape that the engine knows. */
  readonly #empty: Record<string, unknown>
  constructor(fields: Fields, types: pg.CustomTypesConfig) {
    this.#names = fields.map(({ name }) => name)
    this.#parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text'))
    this.#empty = Object.fromEntries(this.#names.map((name) => [name, null]))
  }
  read(values: (string | null)[]): Record<string, unknown> {
    const row = { ...this.#empty }
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as string | null
      if (value !== null) row[this.#names[i] as string] = this.#parsers[i]?.(value)
    }
    return row
  }
}
/** How the rows of the statements prepared on a connection are read; null for one that returns none. */
const preparedOn = new WeakMap<Wire, Map<string, RowReader | null>>()
function preparedFor(wire: Wire): Map<string, RowReader | null> {
  const known = preparedOn.get(wire) ?? new Map<string, RowReader | null>()
  preparedOn.set(wire, known)
  return known
}

const commandAndCount = /^([A-Z]+)(?: .*?(\d+)$)?/
class Statement {
  readonly text: string
  readonly name: string
  readonly values: unknown[]
  readonly executed: Executed
  reader: RowReader | null = null
  readonly #rows: unknown[] = []
  #resolve!: (answer: StatementResult) => void
  reject!: (error: unknown) => void

  constructor({ text, values }: SqlStatement) {
    this.text = text
    this.name = nameOf(text) ?? ''
    // A value that cannot be sent is its caller's mistake, before anything is on its way.
    this.values = values.map((value) => prepareValue(value))
    this.executed = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.reject = reject
    })
    // Its caller may still be at work on something else when it fails.
    this.executed.catch(() => {})
  }
  read(values: (string | null)[]): void {
    this.#rows.push(this.reader?.read(values))
  }
  complete(tag: string): void {
    const [, command = '', count] = commandAndCount.exec(tag) ?? []
    this.#resolve({ command, rowCount: Number(count ?? 0), rows: this.#rows })
  }
}

const QueryOfPg = pg.Query as unknown as new (text: string) => object

/**
 * Statements that are sent in one write and answered before one Sync. Outside of a transaction PostgreSQL runs them as
 * one: all or nothing, without a begin and a commit of their own. The first that fails ends the packet.
 */
class Packet extends QueryOfPg {
  readonly #statements: Statement[]
  readonly #types: pg.CustomTypesConfig
  #prepared = new Map<string, RowReader | null>()
  #answered = 0
  callback: (error: Error | null) => void

  constructor(statements: Statement[], types: pg.CustomTypesConfig, done: (error: Error | null) => void) {
    super('')
    this.#statements = statements
    this.#types = types
    this.callback = done
  }
  submit(wire: Wire): void {
    this.#prepared = preparedFor(wire)
    // Each write to a socket costs as much as a small query.
    wire.stream.cork()
    for (const statement of this.#statements) this.#write(wire, statement)
    wire.sync()
    wire.stream.uncork()
  }
  #write(wire: Wire, statement: Statement): void {
    const { name, text, values } = statement
    const reader = name ? this.#prepared.get(name) : undefined
    if (reader === undefined) {
      // It may be known to the server although its first answer failed, or is still on its way.
      if (name) wire.close({ type: 'S', name })
      wire.parse({ name, text })
    }
    wire.bind({ statement: name, values })
    if (reader === undefined) wire.describe({ type: 'P' })
    else statement.reader = reader
    wire.execute({})
  }
  get #current(): Statement {
    return this.#statements[this.#answered] as Statement
  }
  handleRowDescription({ fields }: { fields: Fields }): void {
    this.#current.reader = new RowReader(fields, this.#types)
  }
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const statement = this.#current
    try {
      statement.read(fields)
    } catch (error) {
      // A value that does not fit its type. The others of the packet are answered as usual.
      statement.reject(error)
    }
  }
  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#current
    if (statement.name) this.#prepared.set(statement.name, statement.reader)
    this.#answered++
    statement.complete(text)
  }
  /** Of the server, of the connection, or of the time a packet may take. */
  handleError(error: Error): void {
    const unanswered = this.#statements.slice(this.#answered)
    this.#answered = this.#statements.length
    for (const { name, reject } of unanswered) {
      // Prepared again next time: a migration may have changed what it returns.
      this.#prepared.delete(name)
      reject(error)
    }
    this.#end(error)
  }
  handleReadyForQuery(): void {
    this.#end(null)
  }
  #end(error: Error | null): void {
    const { callback } = this
    this.callback = () => {}
    callback(error)
  }
}

/** Sends the statements that are asked for in one turn of the event loop as one packet. */
export class Sender {
  readonly #client: pg.PoolClient
  readonly #types: pg.CustomTypesConfig
  #head: SqlStatement[] = []
  #isFirst = true
  #waiting: Statement[] = []
  #deferred: Statement[] = []
  #isFlushDue = false
  #last: Promise<void> = Promise.resolve()
  /** Set once the connection has failed or was too slow. */
  broken: Error | false = false

  constructor(client: pg.PoolClient, types: pg.CustomTypesConfig) {
    this.#client = client
    this.#types = types
  }
  /** Starts afresh. Each packet but the first starts with `head`: outside of a block, settings end with the packet. */
  startOver(head: SqlStatement[]): void {
    this.#head = head
    this.#isFirst = true
    this.#deferred = []
  }
  /** Sends a statement that also has to begin each later packet, unless a block keeps what it sets. */
  sendAndRepeat(statement: SqlStatement): Executed {
    const isNew = !this.#head.some(({ text }) => text === statement.text)
    if (this.#head.length > 0 && isNew) this.#head = [...this.#head, statement]
    return this.send(statement)
  }
  send(statement: SqlStatement): Executed {
    const sent = new Statement(statement)
    this.#waiting.push(...this.#deferred, sent)
    this.#deferred = []
    if (!this.#isFlushDue) {
      this.#isFlushDue = true
      process.nextTick(() => this.#flush())
    }
    return sent.executed
  }
  /** Sends a statement along with the next one, which fails if it does. */
  sendWithNext(statement: SqlStatement): void {
    if (this.#head.length > 0) throw new Error('A read changes nothing.')
    this.#deferred.push(new Statement(statement))
  }
  /** Once everything sent is answered. What waits for a next statement is dropped. */
  async settled(): Promise<void> {
    this.#deferred = []
    if (this.#isFlushDue) this.#flush()
    await this.#last
  }
  #flush(): void {
    this.#isFlushDue = false
    const statements = this.#waiting
    if (statements.length === 0) return
    this.#waiting = []
    if (!this.#isFirst) statements.unshift(...this.#head.map((one) => new Statement(one)))
    this.#isFirst = false
    this.#last = new Promise((done) => {
      const packet = new Packet(statements, this.#types, (error) => {
        if (error && !(error instanceof pg.DatabaseError)) this.broken = error
        done()
      })
      this.#client.query(packet as unknown as pg.Submittable)
    })
  }
}
