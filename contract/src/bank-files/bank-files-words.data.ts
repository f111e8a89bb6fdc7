export const bankLineStatusWords = {
  open: 'Open',
  booked: 'Booked',
  ignored: 'Ignored',
  not_taken: 'Not booked (money out)',
} as const
