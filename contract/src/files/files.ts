import { z } from 'zod'
import { defineContract, pathOf } from '../endpoint.ts'
import { byId } from '../fields.ts'
import { companyProfile, profile } from '../profile/profile.ts'

export const maxPictureBytes = 5 * 1024 * 1024
/** The accepted types of a picture; it is stored as WebP (PROF-2). */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Not validated here: a tampered link gets the same reply as an unknown file. */
const link = z.object({
  expires: z.string().default(''),
  scope: z.string().default(''),
  signature: z.string().default(''),
})

export const files = defineContract('files', {
  presigned: {
    method: 'GET',
    path: '/files/:id/presigned',
    summary: 'Get a signed URL of one file, valid for five minutes',
    can: 'signed-in',
    // A key that reads a record reads its files.
    isForAnyKey: true,
    transaction: 'none',
    params: byId,
    reply: z.object({ url: z.string() }),
  },
  content: {
    method: 'GET',
    path: '/files/:id/content',
    summary: 'Download the file behind a signed URL',
    // The signature is the permission.
    can: 'public',
    transaction: 'none',
    params: byId,
    query: link,
    reply: 'file',
  },
  picture: {
    method: 'GET',
    path: '/files/:id/picture',
    summary: 'Get a user’s picture or a company’s logo, for display in a page',
    can: 'signed-in',
    transaction: 'none',
    params: byId,
    reply: 'file',
  },
  setPicture: {
    method: 'POST',
    path: '/profile/picture',
    summary: 'Set your own picture: PNG, JPEG or WebP',
    can: 'signed-in',
    transaction: 'none',
    upload: { field: 'file', maxBytes: maxPictureBytes },
    reply: profile,
  },
  removePicture: {
    method: 'DELETE',
    path: '/profile/picture',
    summary: 'Remove your own picture',
    can: 'signed-in',
    reply: profile,
  },
  setLogo: {
    method: 'POST',
    path: '/profile/company/logo',
    summary: 'Set the company’s logo: PNG, JPEG or WebP',
    // A company's Admins, by the same permission as for reading its audit log (docs/decisions/0007).
    can: 'users.delete',
    transaction: 'none',
    upload: { field: 'file', maxBytes: maxPictureBytes },
    reply: companyProfile,
  },
  removeLogo: {
    method: 'DELETE',
    path: '/profile/company/logo',
    summary: 'Remove the company’s logo',
    can: 'users.delete',
    reply: companyProfile,
  },
})

/** Stable and on our own origin, so that a page can show it directly (NAV-3, AUTH-4). */
export const pictureAddress = (fileId: number | null): string | null =>
  fileId === null ? null : pathOf(files.picture, { id: fileId })
