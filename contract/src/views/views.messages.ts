/** Kept views of lists. */
export const viewMessages = {
  'view.name-taken': 'There is already a preset of this name.',
  'view.too-many': 'Remove a preset first: a list can have up to {max}.',
  'view.needs-admin': 'Only an Admin can keep, change or remove a preset of the whole company.',
} as const
