import type { FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'

/** A long run of digits in an address is a card number in a filter; its last four are enough to find a request again (API-4). */
export const maskDigits = (text: string): string => text.replace(/\d{6,}/g, (run) => '*'.repeat(run.length - 4) + run.slice(-4))

export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', '*.password', '*.token'],
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: maskDigits(request.url), remoteAddress: request.ip }),
  },
})
