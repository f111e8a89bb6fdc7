export const batchStatusWords = { exported: 'Exported', withdrawn: 'Withdrawn' } as const
