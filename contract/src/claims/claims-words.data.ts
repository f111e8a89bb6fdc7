export const claimStatusWords = { open: 'Open', sent: 'Sent', credited: 'Credited' } as const
