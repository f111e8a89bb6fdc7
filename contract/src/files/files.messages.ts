/** Uploaded files and pictures. */
export const fileMessages = {
  'file.not-picture': 'Choose a PNG, JPEG or WebP picture.',
  'file.bad-picture': 'This picture cannot be read: it is damaged or has too many pixels.',
  'file.damaged': 'This file is damaged. Get a new copy of it and try again.',
  'file.not-taken': 'Files of this type cannot be attached.',
  'file.not-its-type': 'The content of this file is not what its name says. Save it again in its own program.',
  'file.macros': 'This file contains macros or programs. Save it without them and try again.',
  'file.too-many': 'There are 50 files here already. Delete one first.',
  'file.no-room': 'There is no room to store this file. Please notify your administrator.',
  'file.cut-off': 'The upload was interrupted. Please send the file again.',
} as const
