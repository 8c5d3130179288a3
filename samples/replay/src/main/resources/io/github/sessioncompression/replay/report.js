'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const {limits, calls, events, callsPerBar, stableShares} = data;
  const count = calls.context.length;
  const numbers = calls.number;
  const indexOf = new Map(numbers.map((number, i) => [number, i]));
  const marks = {
    compressed: ['▼', '--state'], pruned: ['◆', '--tools'], truncated: ['■', '--bad'], 'over-budget': ['▲', '--bad'],
    failed: ['✕', '--bad']
  };
  const eventAt = new Map(events.map(event => [event.call, event]));
  const limitNames = [
    ['hard limit', limits.hard, '--hard'],
    ['trigger', limits.trigger, '--trigger'],
    ['target', limits.target, '--target']
  ];
  const format = new Intl.NumberFormat('en-US');
  const compact = new Intl.NumberFormat('en-US', {notation: 'compact', maximumFractionDigits: 1});
  const short = value => compact.format(value);
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const faded = (name, percent) => {
    const hex = colour(name);
    return hex + Math.round(percent * 2.55).toString(16).padStart(2, '0');
  };
  const messages = calls.context.map((all, i) => all - calls.system[i] - calls.state[i] - calls.tools[i]);

  // Horizontal lines with their names, and a mark for each event at the top.
  const limitLines = {
    id: 'limitLines',
    afterDatasetsDraw(chart) {
      const {ctx, chartArea: area, scales: {x, y}} = chart;
      ctx.save();
      ctx.font = '12px ' + Chart.defaults.font.family;
      const dense = events.length * 9 > area.width;
      for (const event of events) {
        const [sign, name] = marks[event.kind];
        const at = x.getPixelForValue(indexOf.get(event.call));
        ctx.strokeStyle = faded(name, dense ? 22 : 55);
        ctx.lineWidth = 1;
        ctx.setLineDash([]);
        ctx.beginPath();
        ctx.moveTo(at, area.top);
        ctx.lineTo(at, area.bottom);
        ctx.stroke();
        ctx.fillStyle = colour(name);
        if (dense) {
          ctx.fillRect(at - .5, area.top - 9, 1, 9);
          continue;
        }
        ctx.textAlign = 'center';
        ctx.textBaseline = 'bottom';
        ctx.fillText(sign, at, area.top - 1);
      }
      const labels = [];
      for (const [label, value, name] of limitNames) {
        const at = y.getPixelForValue(value);
        if (at < area.top || at > area.bottom) continue;
        ctx.strokeStyle = colour(name);
        ctx.lineWidth = 1.25;
        ctx.setLineDash(label === 'hard limit' ? [] : [5, 4]);
        ctx.beginPath();
        ctx.moveTo(area.left, at);
        ctx.lineTo(area.right, at);
        ctx.stroke();
        labels.push([label + ' ' + format.format(value), at, name]);
      }
      ctx.textAlign = 'left';
      ctx.textBaseline = 'middle';
      for (const [label, at, name] of labels) {
        const wide = ctx.measureText(label).width;
        ctx.fillStyle = colour('--card');
        ctx.globalAlpha = .85;
        ctx.fillRect(area.left + 6, at - 17, wide + 8, 15);
        ctx.globalAlpha = 1;
        ctx.fillStyle = colour(name);
        ctx.fillText(label, area.left + 10, at - 9);
      }
      ctx.restore();
    }
  };

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.animation = false;
  Chart.defaults.plugins.colors = {enabled: false};
  Chart.defaults.maintainAspectRatio = false;
  Chart.defaults.interaction = {mode: 'index', intersect: false};
  Chart.defaults.plugins.legend.display = false;

  function title(items) {
    const i = items[0].dataIndex;
    return 'Call ' + numbers[i] + ', after message ' + format.format(calls.messages[i]);
  }

  function options(yTick, tooltip) {
    return {
      scales: {
        x: {
          grid: {display: false}, border: {}, ticks: {maxRotation: 0, autoSkipPadding: 24},
          title: {display: true, text: 'call'}
        },
        y: {beginAtZero: true, grid: {}, border: {display: false}, ticks: {callback: yTick, maxTicksLimit: 7}}
      },
      plugins: {tooltip: {padding: 10, boxPadding: 4, callbacks: {title, ...tooltip}}}
    };
  }

  const line = {borderWidth: count > 1000 ? .5 : 1.25, pointRadius: 0, pointHoverRadius: 3};
  const dashed = {name: '--without', fill: false, borderWidth: 1.75, borderDash: [6, 4]};
  const area = (label, values, name, fill) => ({...line, label, data: values, name, stack: 'context', fill, shade: 60});
  const whole = document.getElementById('whole');
  const high = Math.max(limits.hard, ...calls.context.length ? calls.context : [0]);
  const fullHeight = Math.max(high, calls.transcript[count - 1] || 0) * 1.04;
  const fits = fullHeight < high * 1.7;
  const contextOptions = options(short, {
    label: item => ' ' + item.dataset.label + ': ' + format.format(item.raw),
    footer: items => {
      const i = items[0].dataIndex;
      const event = eventAt.get(numbers[i]);
      return ['context: ' + format.format(calls.context[i])].concat(event ? [event.text] : []);
    }
  });
  contextOptions.scales.y.stacked = true;
  contextOptions.scales.y.max = fits ? fullHeight : high * 1.12;
  contextOptions.scales.y.ticks.includeBounds = false;
  contextOptions.layout = {padding: {top: 16}};
  contextOptions.plugins.tooltip.itemSort = (a, b) => b.datasetIndex - a.datasetIndex;

  const charts = [
    new Chart('context', {
      type: 'line',
      data: {labels: numbers, datasets: [
        area('system prompt', calls.system, '--system', 'origin'),
        area('state', calls.state, '--state', '-1'),
        area('messages', messages, '--messages', '-1'),
        area('tool results', calls.tools, '--tools', '-1'),
        {...line, ...dashed, label: 'whole transcript', data: calls.transcript, stack: 'transcript'}
      ]},
      options: contextOptions,
      plugins: [limitLines]
    }),
    new Chart('sent', {
      type: 'line',
      data: {labels: numbers, datasets: [
        {...line, label: 'with compression', data: calls.sent, name: '--accent', fill: 'origin', shade: 22, borderWidth: 2},
        {...line, ...dashed, label: 'without', data: calls.sentUncompressed}
      ]},
      options: options(short, {label: item => ' ' + item.dataset.label + ': ' + format.format(item.raw)})
    }),
    new Chart('stable', {
      type: 'bar',
      data: {labels: stableShares.map((_, bar) => bar * callsPerBar + 1), datasets: [{
        label: 'stable prefix', name: '--stable', shade: 100, borderWidth: 0, barPercentage: 1,
        categoryPercentage: stableShares.length > 120 ? 1 : .8,
        data: stableShares
      }]},
      options: options(value => value + ' %', {
        title: items => callsPerBar === 1 ? 'Call ' + items[0].label : 'From call ' + items[0].label,
        label: item => ' ' + item.raw.toFixed(1) + ' % as in the call before',
        footer: items => callsPerBar > 1 ? '' : (eventAt.get(+items[0].label) || {text: ''}).text
      })
    })
  ];
  charts[2].options.scales.y.max = 100;

  function paint() {
    for (const chart of charts) {
      for (const set of chart.data.datasets) {
        set.borderColor = colour(set.name);
        set.backgroundColor = set.fill || chart.config.type === 'bar' ? faded(set.name, set.shade) : colour(set.name);
      }
      for (const axis of Object.values(chart.options.scales)) {
        axis.grid.color = colour('--line');
        axis.border.color = colour('--line');
        axis.ticks.color = colour('--soft');
        if (axis.title) axis.title.color = colour('--soft');
      }
      Object.assign(chart.options.plugins.tooltip, {backgroundColor: colour('--ink'), titleColor: colour('--page'),
        bodyColor: colour('--page'), footerColor: colour('--page')});
      chart.update();
    }
  }

  paint();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
  if (!fits) {
    whole.closest('p').hidden = false;
    whole.addEventListener('change', () => {
      charts[0].options.scales.y.max = whole.checked ? fullHeight : high * 1.12;
      charts[0].update();
    });
  }
})();
