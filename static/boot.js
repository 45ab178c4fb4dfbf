// Brings the figures to life. Each gets an instance of its scene's program of its own, so that one
// that fails never stops another; a scene's WebAssembly is fetched and compiled once, and only
// where a figure shows it. Whatever goes wrong, the static figure stays, and `static-only` on its
// section undoes all that scripts hide.

const base = new URL(".", import.meta.url);
const patience = 20_000;
// Names are written out, so that the build can stamp each with a digest of its content.
const programs = {
  pacing: { glue: "pacing.js", module: "pacing_bg.wasm" },
  buffer_pool: { glue: "buffer_pool.js", module: "buffer_pool_bg.wasm" },
  two_pass: { glue: "two_pass.js", module: "two_pass_bg.wasm" },
  recovery_model: { glue: "recovery_model.js", module: "recovery_model_bg.wasm" },
  crash: { glue: "crash.js", module: "crash_bg.wasm" },
};

function compiled(program) {
  program.compiled ??= compile(new URL(program.module, base));
  return program.compiled;
}

async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  if (WebAssembly.compileStreaming && type.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

async function bringToLife(section) {
  const late = setTimeout(() => section.classList.add("static-only"), patience);
  try {
    const program = programs[section.dataset.scene];
    // Each island has a glue of its own: the address tells them apart.
    const address = new URL(program.glue, base);
    address.searchParams.set("island", section.id);
    const [glue, module] = await Promise.all([import(address), compiled(program)]);
    await glue.default({ module_or_path: module });
    await glue.mount(section);
    section.classList.remove("static-only");
  } catch {
    section.classList.add("static-only");
  } finally {
    clearTimeout(late);
  }
}

function watch(sections) {
  if (!("IntersectionObserver" in window)) {
    sections.forEach(bringToLife);
    return;
  }
  const seen = (entries, observer) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      observer.unobserve(entry.target);
      bringToLife(entry.target);
    }
  };
  const observer = new IntersectionObserver(seen, { rootMargin: "300px" });
  sections.forEach((section) => observer.observe(section));
}

// Tells the page around a frame how tall the figure is, in our words and in AMP's.
function reportHeight(section) {
  let last = 0;
  const report = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    parent.postMessage({ type: "dirty-pages:height", id: section.id, height }, "*");
    parent.postMessage({ sentinel: "amp", type: "embed-size", height }, "*");
  };
  new ResizeObserver(report).observe(document.body);
}

const sections = [...document.querySelectorAll("section.figure")];
const framed = parent !== window && document.documentElement.classList.contains("embed");
if (framed && sections.length > 0 && "ResizeObserver" in window) reportHeight(sections[0]);
if (typeof WebAssembly === "object") watch(sections);
