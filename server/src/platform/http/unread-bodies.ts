import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * An error reply may precede the end of its request's body. An unread rest would block the next call on the connection
 * until a timeout, so it is read and dropped. A client that keeps sending for longer than `limitMs` loses its
 * connection (SEC-7).
 */
export function dropUnreadBodies(app: FastifyInstance, limitMs = 30_000): void {
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (request.readableEnded || request.destroyed) return
      if (!request.complete) {
        const limit = setTimeout(() => request.socket.destroy(), limitMs).unref()
        request.once('close', () => clearTimeout(limit))
      }
      request.unpipe()
      request.resume()
    })
  })
}
