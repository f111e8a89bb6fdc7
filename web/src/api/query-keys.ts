import type { Endpoint } from '@portal/contract/endpoint.ts'

/** `cards.list` becomes `['cards', 'list', …]`, so a change can invalidate its whole feature. */
export const queryKeyOf = (endpoint: Endpoint, input: unknown = {}): unknown[] => [...endpoint.id.split('.'), input]
export const featureKeyOf = (endpoint: Endpoint): unknown[] => endpoint.id.split('.').slice(0, 1)
