/** Reminders and statement mails. */
export const reminderMessages = {
  'reminder.days': 'Enter whole numbers from {min} to {max}, separated by commas.',
  'reminder.too-many-days': 'Enter at most {max} days.',
} as const
