import { totalmem } from 'node:os'

const megabyte = 1024 * 1024
const clamp = (value: number, low: number, high: number) => Math.round(Math.min(Math.max(value, low), high))

/** The machine's memory, or the container's share of it, in MB. */
export const availableMemoryMb = (): number =>
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / megabyte

/**
 * Uses a modest part of the machine, which the embedded server shares with the portal and more. Autovacuum starts early
 * because counts are index-only scans, which need fresh visibility maps.
 */
export function embeddedSettings(memoryMb: number, durable: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    // Each gigabyte takes 17 MB for its index even while it is idle.
    shared_buffers: `${durable ? clamp(memoryMb / 8, 64, 4096) : 128}MB`,
    effective_cache_size: `${clamp(memoryMb / 2, 256, 65536)}MB`,
    work_mem: `${clamp(memoryMb / 1024, 4, 64)}MB`,
    maintenance_work_mem: `${clamp(memoryMb / 32, 32, 1024)}MB`,
    max_wal_size: '2GB',
    // A replica that was killed must not fill the disk with the log kept for it.
    max_slot_wal_keep_size: '4GB',
    random_page_cost: '1.1',
    jit: 'off',
    autovacuum_vacuum_scale_factor: '0.02',
    autovacuum_vacuum_insert_scale_factor: '0.02',
    autovacuum_analyze_scale_factor: '0.02',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
    // A test database may be lost in a crash; a real one may not.
    ...(durable
      ? {}
      : {
          // Every test file has its own copy of the database; vacuuming them all would take the tests' time.
          autovacuum: 'off',
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: '0',
        }),
  }
}
