/**
 * The same place with its streets, in another tab. A link is not a call: nothing leaves the browser until it is followed
 * (docs/decisions/0043-roads-on-the-map.md).
 */
export function openStreetMapLink({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const [lat, lon] = [latitude.toFixed(5), longitude.toFixed(5)]
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=14/${lat}/${lon}`
}
