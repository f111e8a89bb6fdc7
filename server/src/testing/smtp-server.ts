import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

/**
 * How the server treats a mail:
 * - `accept`: takes it
 * - `refuse`: rejects the recipient
 * - `busy`: ends the connection with 421
 * - `stall`: never replies
 * - `stall-after-data`: never replies once it has the mail
 * - `hold`: takes the mail and replies when released
 * - `drop`: closes the connection before it has the mail
 * - `drop-after-data`: takes the mail and closes the connection without a reply
 * - `babble`: replies without end
 */
export type Manner =
  | 'accept'
  | 'refuse'
  | 'busy'
  | 'stall'
  | 'stall-after-data'
  | 'hold'
  | 'drop'
  | 'drop-after-data'
  | 'babble'
type Received = { from: string; to: string[]; data: string }
export type SmtpServer = {
  url: string
  received: Received[]
  manner: Manner
  connections: number
  /** Replies to held mails, and accepts from then on. */
  release(): void
  close(): Promise<void>
}

type Session = {
  socket: Socket
  server: SmtpServer
  mail: Received
  isInData: boolean
  rest: string
  held: (() => void)[]
}

function take(session: Session, data: string): void {
  const { server, socket, mail } = session
  session.isInData = false
  if (server.manner === 'stall-after-data') return
  server.received.push({ ...mail, data: data.replaceAll('\r\n..', '\r\n.') })
  session.mail = { from: '', to: [], data: '' }
  const say = () => socket.write('250 taken\r\n')
  if (server.manner === 'drop-after-data') socket.destroy()
  else if (server.manner === 'hold') session.held.push(say)
  else say()
}

function answer(session: Session, line: string): void {
  const { socket, server, mail } = session
  const verb = line.slice(0, 4).toUpperCase()
  if (server.manner === 'babble') {
    const babbling = setInterval(() => socket.write('250-still thinking\r\n'), 20)
    return void socket.on('close', () => clearInterval(babbling))
  }
  if (verb === 'EHLO' || verb === 'HELO') socket.write('250-test\r\n250 8BITMIME\r\n')
  else if (verb === 'MAIL') {
    mail.from = /<(.*?)>/.exec(line)?.[1] ?? ''
    socket.write('250 ok\r\n')
  } else if (verb === 'RCPT') {
    if (server.manner === 'refuse') return void socket.write(`550 ${/<.*?>/.exec(line)?.[0]} no such mailbox\r\n`)
    mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
    socket.write('250 ok\r\n')
  } else if (verb === 'DATA') {
    if (server.manner === 'drop') return void socket.destroy()
    session.isInData = true
    socket.write('354 go on\r\n')
  } else if (verb === 'QUIT') socket.end('221 bye\r\n')
  else socket.write('250 ok\r\n')
}

function read(session: Session, chunk: string): void {
  session.rest += chunk
  for (;;) {
    const mark = session.isInData ? '\r\n.\r\n' : '\r\n'
    const at = session.rest.indexOf(mark)
    if (at < 0) return
    const part = session.rest.slice(0, at)
    session.rest = session.rest.slice(at + mark.length)
    if (session.isInData) take(session, part)
    else answer(session, part)
  }
}

function greet(server: SmtpServer, socket: Socket, held: Session['held']): void {
  server.connections += 1
  socket.on('error', () => {})
  if (server.manner === 'stall') return
  if (server.manner === 'busy') return void socket.end('421 too busy\r\n')
  const session: Session = { socket, server, mail: { from: '', to: [], data: '' }, isInData: false, rest: '', held }
  socket.setEncoding('utf8').on('data', (chunk: string) => read(session, chunk))
  socket.write('220 test\r\n')
}

/** A mail server inside the test, on its own port, that stores its mails and misbehaves on demand. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const held: Session['held'] = []
  const listening: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    greet(server, socket, held)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  const server: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    manner: 'accept',
    connections: 0,
    release() {
      server.manner = 'accept'
      for (const say of held.splice(0)) say()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        listening.close(() => resolve())
      }),
  }
  return server
}
