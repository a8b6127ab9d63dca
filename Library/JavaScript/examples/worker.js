// Reads letters in a worker, so that no frame of the page waits for one. In the page:
//
//     const worker = new Worker(new URL("quillon/examples/worker.js", import.meta.url), { type: "module" });
//     worker.onmessage = ({ data }) => console.log(data.attitude, data.events);
//     worker.postMessage({ time, force: [ax, ay, az], rate: [gx, gy, gz], isPenDown });  // ms, m/s², rad/s
//     worker.postMessage(null);                                                          // no more samples come
import { Quillon } from "../quillon.js";

// Samples that come before the module is loaded wait for it, in their order.
const loading = Quillon.load();

self.onmessage = async ({ data }) => {
  const quillon = await loading, events = [];
  let event = data ? quillon.pushRaw(data.time, data.force, data.rate, data.isPenDown) : quillon.finish();
  for (; event; event = data ? null : quillon.finish()) events.push(event);
  self.postMessage({ attitude: quillon.motion.attitude, events });
};
